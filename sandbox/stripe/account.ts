import { sumOf } from './tax';
import { z } from 'zod';
import { apiVersion, eventObject } from './deliver';
import { missing } from './errors';
import type { Nested } from './form';
import { sessionObject } from './objects';
import type { StripeObject } from './objects';
import { read, Whole } from './parameters';
import { changeSubscription } from './payments';
import type { Customer } from './records';
import type { StripeContext } from './store';

const EventQuery = z.strictObject({ type: z.string().optional(), limit: Whole.default(10) });
const limitMax = 100;

/** The events of the account, newest first (https://docs.stripe.com/api/events/list). */
export function listEvents({ store }: StripeContext, given: Nested): StripeObject {
  const { type, limit } = read(EventQuery, given);
  const meant = store.events.values().filter((event) => type === undefined || event.type === type);
  const found = meant.toReversed();
  const data = found.slice(0, Math.min(limit, limitMax)).map(eventObject);
  return { object: 'list', url: '/v1/events', has_more: found.length > data.length, data };
}

/** The address to which events are sent, if there is one (https://docs.stripe.com/api/webhook_endpoints/list). */
export function listEndpoints({ listenerUrl }: StripeContext, given: Nested): StripeObject {
  read(z.strictObject({ limit: Whole.optional() }), given);
  const facts = { object: 'webhook_endpoint', application: null, created: 0, description: null, livemode: false };
  const shared = { ...facts, api_version: apiVersion, enabled_events: ['*'], metadata: {}, status: 'enabled' };
  const data = listenerUrl === undefined ? [] : [{ id: 'we_sandbox', ...shared, url: listenerUrl }];
  return { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data };
}

/** A page of checkout (https://docs.stripe.com/api/checkout/sessions/retrieve). */
export function readSession({ store, origin }: StripeContext, id: string): StripeObject {
  const session = store.sessions.get(id);
  if (!session) throw missing('checkout.session', id, 'session', 404);
  return sessionObject(session, sumOf(store, session), origin());
}

/** Removes a customer for good (https://docs.stripe.com/api/customers/delete). */
export function deleteCustomer(context: StripeContext, id: string): StripeObject {
  const customer = context.store.customers.get(id);
  if (!customer) throw missing('customer', id, 'id', 404);
  removeCustomer(context, customer);
  return { id, object: 'customer', deleted: true };
}

/** The subscriptions of a customer end with it. */
export function removeCustomer(context: StripeContext, { id }: Customer): void {
  const { store } = context;
  const own = store.subscriptions.values().filter((one) => one.customer === id && one.status !== 'canceled');
  for (const one of own) changeSubscription(context, one, { status: 'canceled' });
  store.customers.delete(id);
}
