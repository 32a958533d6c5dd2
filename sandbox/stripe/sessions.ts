import { z } from 'zod';
import { missing, StripeError } from './errors';
import type { Nested } from './form';
import type { StripeObject } from './objects';
import { customerOf, Metadata, read, requireUrl, Whole } from './parameters';
import { findPrice } from './prices';
import type { Session } from './records';
import { showSession } from './showSession';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';
import { taxedBy, taxParameters } from './tax';

const daySeconds = 24 * 3600;
const amountMin = 50;
const LineItem = z.strictObject({
  price: z.string().optional(),
  price_data: z
    .strictObject({
      currency: z.literal('usd'),
      unit_amount: Whole,
      product_data: z.strictObject({ name: z.string() }),
    })
    .optional(),
  quantity: Whole,
});
const NewSession = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  success_url: z.string(),
  cancel_url: z.string().optional(),
  line_items: z.strictObject({ 0: LineItem }),
  metadata: Metadata,
  ...taxParameters,
  payment_intent_data: z.strictObject({ metadata: Metadata }).optional(),
});
const SessionQuery = z.strictObject({
  customer: z.string(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  limit: Whole.default(10),
});

/** Makes a page on which a customer pays. */
export function createSession(context: StripeContext, given: Nested): StripeObject {
  const { store, clock } = context;
  const asked = read(NewSession, given);
  const customer = customerOf(context, asked.customer);
  requireUrl(asked.success_url, 'success_url');
  if (asked.cancel_url !== undefined) requireUrl(asked.cancel_url, 'cancel_url');
  const created = secondsOf(clock);
  const session: Session = {
    id: newId('cs_test'),
    created,
    expiresAt: created + daySeconds,
    mode: asked.mode,
    customer: asked.customer,
    reference: asked.client_reference_id ?? null,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    ...boughtBy(context, asked),
    ...taxedBy(store, asked.mode, customer, asked),
    metadata: asked.metadata,
    paymentMetadata: asked.payment_intent_data?.metadata ?? {},
    status: 'open',
    paymentStatus: 'unpaid',
    paymentIntent: null,
    subscription: null,
  };
  store.sessions.put(session.id, session);
  return showSession(context, session);
}

/** Newest first. */
export function listSessions(context: StripeContext, given: Nested): StripeObject {
  const { customer, status, limit } = read(SessionQuery, given);
  customerOf(context, customer);
  const found = context.store.sessions
    .values()
    .filter((one) => one.customer === customer && (status === undefined || one.status === status))
    .toReversed();
  const data = found.slice(0, limit).map((one) => showSession(context, one));
  return { object: 'list', url: '/v1/checkout/sessions', has_more: found.length > limit, data };
}

/** Expires a session: no payer can pay on its page any more. */
export function expireSession(context: StripeContext, id: string): StripeObject {
  const { store, announce } = context;
  const session = store.sessions.get(id);
  if (!session) throw missing('checkout.session', id, 'session', 404);
  if (session.status !== 'open')
    throw new StripeError(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
  const expired: Session = { ...session, status: 'expired' };
  store.sessions.put(id, expired);
  announce('checkout.session.expired', showSession(context, expired));
  return showSession(context, expired);
}

function boughtBy({ store }: StripeContext, { mode, line_items: { 0: item } }: z.output<typeof NewSession>) {
  const { price_data: data, price, quantity } = item;
  if (mode === 'payment' && data) {
    const amount = data.unit_amount * quantity;
    if (amount >= amountMin) return { name: data.product_data.name, amount, price: null };
    throw new StripeError(400, {
      code: 'amount_too_small',
      message: 'The Checkout Session’s total amount must convert to at least 50 cents.',
    });
  }
  const param = 'line_items[0][price]';
  const known = price === undefined ? undefined : findPrice(store, price);
  if (price === undefined || !known) throw missing('price', price ?? '', param, 400);
  if (!known.isActive) {
    const message = 'The price specified is inactive. This field only accepts active prices.';
    throw new StripeError(400, { param, message });
  }
  return { name: known.name, amount: known.amount * quantity, price };
}
