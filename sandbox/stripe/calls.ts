import { z } from 'zod';
import { missing, StripeError } from './errors';
import type { Nested } from './form';
import { cardObject, chargeObject, customerObject, priceObject, subscriptionObject } from './objects';
import type { StripeObject } from './objects';
import { customerOf, Metadata, read, Whole } from './parameters';
import { refund } from './payments';
import { createConfiguration, createPortal, listConfigurations } from './portal';
import { findPrice, priceOf } from './prices';
import { deleteCustomer, listEndpoints, listEvents, readSession } from './account';
import type { Customer, Subscription } from './records';
import { createSession, expireSession, listSessions } from './sessions';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';

/** One call of the API: from its input to its answer. Throws StripeError. */
export type ApiCall = (context: StripeContext, given: Nested) => StripeObject;

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
  return kept(method, path) ?? apiCalls[`${method} ${path}`];
}

/** The calls of one object that is kept, by its id. */
function kept(method: string, path: string): ApiCall | undefined {
  const [, session] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? [];
  if (method === 'GET' && session !== undefined) return (context) => readSession(context, session);
  const [, customer] = /^\/v1\/customers\/(\w+)$/.exec(path) ?? [];
  return method === 'DELETE' && customer !== undefined ? (context) => deleteCustomer(context, customer) : undefined;
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
  'GET /v1/events': listEvents,
  'GET /v1/webhook_endpoints': listEndpoints,
};

function createCustomer({ store, clock }: StripeContext, given: Nested): StripeObject {
  const { metadata } = read(z.strictObject({ metadata: Metadata }), given);
  const customer = { id: newId('cus'), created: secondsOf(clock), metadata, card: null, address: null };
  store.customers.put(customer.id, customer);
  return customerObject(customer);
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
