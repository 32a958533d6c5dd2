import { z } from 'zod';
import { missing, StripeError } from './errors';
import type { Nested } from './form';
import { cardObject, chargeObject, customerObject, priceObject, sessionObject, subscriptionObject } from './objects';
import type { StripeObject } from './objects';
import { customerOf, Metadata, read, requireUrl, Whole } from './parameters';
import { refund } from './payments';
import { createConfiguration, createPortal, listConfigurations } from './portal';
import { findPrice, priceOf } from './prices';
import type { Customer, Session, Subscription } from './records';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';

/** One call of the API: from its input to its answer. Throws StripeError. */
export type ApiCall = (context: StripeContext, given: Nested) => StripeObject;

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
  payment_intent_data: z.strictObject({ metadata: Metadata }).optional(),
});
const SessionQuery = z.strictObject({
  customer: z.string(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  limit: Whole.default(10),
});
const NewRefund = z.strictObject({ payment_intent: z.string(), amount: Whole.optional() });
const SubscriptionQuery = z.strictObject({
  customer: z.string(),
  status: z.enum(['all', 'active', 'past_due', 'canceled', 'incomplete']).optional(),
  limit: Whole.optional(),
  expand: z.record(z.string(), z.string()).default({}),
});

/** The call of a method and a path; undefined for a call that is not modelled. */
export function apiCallOf(method: string, path: string): ApiCall | undefined {
  const [, session] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? [];
  if (method === 'POST' && session !== undefined) return (context) => expireSession(context, session);
  const [, charge] = /^\/v1\/charges\/(\w+)$/.exec(path) ?? [];
  if (method === 'GET' && charge !== undefined) return (context) => readCharge(context, charge);
  const [, price] = /^\/v1\/prices\/([\w-]+)$/.exec(path) ?? [];
  if (method === 'GET' && price !== undefined) return (context, given) => readPrice(context, price, given);
  return apiCalls[`${method} ${path}`];
}

const apiCalls: Readonly<Record<string, ApiCall>> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/checkout/sessions': listSessions,
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/billing_portal/configurations': listConfigurations,
  'POST /v1/billing_portal/configurations': createConfiguration,
  'POST /v1/billing_portal/sessions': createPortal,
  'GET /v1/subscriptions': listSubscriptions,
  'POST /v1/refunds': createRefund,
};

function createCustomer({ store, clock }: StripeContext, given: Nested): StripeObject {
  const { metadata } = read(z.strictObject({ metadata: Metadata }), given);
  const customer = { id: newId('cus'), created: secondsOf(clock), metadata, card: null };
  store.customers.put(customer.id, customer);
  return customerObject(customer);
}

function createSession(context: StripeContext, given: Nested): StripeObject {
  const { store, clock, origin } = context;
  const asked = read(NewSession, given);
  customerOf(context, asked.customer);
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
    metadata: asked.metadata,
    paymentMetadata: asked.payment_intent_data?.metadata ?? {},
    status: 'open',
    paymentStatus: 'unpaid',
    paymentIntent: null,
    subscription: null,
  };
  store.sessions.put(session.id, session);
  return sessionObject(session, origin());
}

/** Newest first. */
function listSessions(context: StripeContext, given: Nested): StripeObject {
  const { customer, status, limit } = read(SessionQuery, given);
  customerOf(context, customer);
  const found = context.store.sessions
    .values()
    .filter((one) => one.customer === customer && (status === undefined || one.status === status))
    .toReversed();
  const data = found.slice(0, limit).map((one) => sessionObject(one, context.origin()));
  return { object: 'list', url: '/v1/checkout/sessions', has_more: found.length > limit, data };
}

/** Expires a session: no payer can pay on its page any more. */
function expireSession({ store, announce, origin }: StripeContext, id: string): StripeObject {
  const session = store.sessions.get(id);
  if (!session) throw missing('checkout.session', id, 'session', 404);
  if (session.status !== 'open')
    throw new StripeError(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
  const expired: Session = { ...session, status: 'expired' };
  store.sessions.put(id, expired);
  announce('checkout.session.expired', sessionObject(expired, origin()));
  return sessionObject(expired, origin());
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

/** Newest first. Ended subscriptions are left out unless `status` asks for them. */
function listSubscriptions(context: StripeContext, given: Nested): StripeObject {
  const { customer: id, status, limit = 10, expand } = read(SubscriptionQuery, given);
  const customer = customerOf(context, id);
  const isMeant = (one: Subscription) =>
    one.customer === id &&
    (status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status));
  const found = context.store.subscriptions.values().filter(isMeant).toReversed();
  const data = found.slice(0, limit).map((one) => expanded(context, one, customer, Object.values(expand)));
  return { object: 'list', url: '/v1/subscriptions', has_more: found.length > limit, data };
}

function expanded(
  { store }: StripeContext,
  one: Subscription,
  customer: Customer,
  paths: readonly string[],
): StripeObject {
  const cardOf = (id: string | null) => {
    const card = id === null ? undefined : store.cards.get(id);
    return card ? cardObject(card) : null;
  };
  const parts: StripeObject = {};
  for (const path of paths) {
    if (path === 'data.default_payment_method') parts['default_payment_method'] = cardOf(one.card);
    else if (path === 'data.customer.invoice_settings.default_payment_method') {
      const settings = { custom_fields: null, footer: null, rendering_options: null };
      const method = cardOf(customer.card);
      parts['customer'] = {
        ...customerObject(customer),
        invoice_settings: { ...settings, default_payment_method: method },
      };
    } else throw new StripeError(400, { param: 'expand', message: `This property cannot be expanded (${path}).` });
  }
  return subscriptionObject(one, priceOf(store, one.price), parts);
}

function readPrice({ store }: StripeContext, id: string, given: Nested): StripeObject {
  read(z.strictObject({}), given);
  const price = findPrice(store, id);
  if (!price) throw missing('price', id, 'price', 404);
  return priceObject(price);
}

function readCharge({ store }: StripeContext, id: string): StripeObject {
  const charge = store.charges.get(id);
  if (!charge) throw missing('charge', id, 'id', 404);
  return chargeObject(charge);
}

function createRefund(context: StripeContext, given: Nested): StripeObject {
  const { store, clock } = context;
  const { payment_intent: intent, amount } = read(NewRefund, given);
  const charge = store.charges.values().find((one) => one.paymentIntent === intent && one.status === 'succeeded');
  if (!charge) throw missing('payment_intent', intent, 'payment_intent', 404);
  const left = charge.amount - charge.amountRefunded;
  const wanted = amount ?? left;
  if (left === 0)
    throw new StripeError(400, {
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  if (wanted > left || wanted === 0)
    throw new StripeError(400, { param: 'amount', message: `Refund amount is not between 1 and ${left} cents.` });
  refund(context, charge, wanted);
  const ids = { id: newId('re'), object: 'refund', created: secondsOf(clock) };
  return { ...ids, amount: wanted, currency: 'usd', charge: charge.id, payment_intent: intent, status: 'succeeded' };
}
