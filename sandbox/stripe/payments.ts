import { cardObject, chargeObject, customerObject, invoiceObject, sessionObject, subscriptionObject } from './objects';
import { priceOf } from './prices';
import type { Card, Charge, Configuration, Session, Subscription } from './records';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';

const monthSeconds = 30 * 24 * 3600;

/** Stripe's numbers for trying (https://docs.stripe.com/testing). */
const cards: Readonly<Record<string, { brand: string; outcome: 'pays' | 'declined' | 'failsLater' }>> = {
  '4242424242424242': { brand: 'visa', outcome: 'pays' },
  '5555555555554444': { brand: 'mastercard', outcome: 'pays' },
  '4000000000000341': { brand: 'visa', outcome: 'failsLater' },
  '4000000000000002': { brand: 'visa', outcome: 'declined' },
};

/** The reason why nothing was paid, in words for the payer. */
export class Declined extends Error {
  override name = 'Declined';
}

/** Pays a session with a card. Throws Declined; then a charge has failed, and the session is open as before. */
export function payByCard(context: StripeContext, session: Session, number: string): void {
  const digits = number.replaceAll(' ', '');
  const kind = cards[digits];
  if (!kind) throw new Declined('Your card number is invalid.');
  if (kind.outcome === 'declined') {
    const failed = addCharge(context, session, 'failed');
    context.announce('charge.failed', chargeObject(failed));
    throw new Declined('Your card was declined.');
  }
  const card = keepCard(context, session.customer, digits);
  if (session.mode === 'subscription') subscribe(context, session, card);
  else settle(context, session, 'checkout.session.completed');
}

/** Promises a payment that a bank will make later: the session is complete, and nothing is paid. */
export function payLater(context: StripeContext, session: Session): void {
  const complete: Session = { ...session, status: 'complete' };
  context.store.sessions.put(session.id, complete);
  context.announce('checkout.session.completed', sessionObject(complete, context.origin()));
}

/** Ends a promised payment: the bank has paid, or it has not. */
export function endPromise(context: StripeContext, session: Session, succeeds: boolean): void {
  if (succeeds) return settle(context, session, 'checkout.session.async_payment_succeeded');
  context.announce('checkout.session.async_payment_failed', sessionObject(session, context.origin()));
}

function settle(context: StripeContext, session: Session, type: string): void {
  const charge = addCharge(context, session, 'succeeded');
  const paid: Session = {
    ...session,
    status: 'complete',
    paymentStatus: 'paid',
    paymentIntent: charge.paymentIntent,
  };
  context.store.sessions.put(session.id, paid);
  context.announce('charge.succeeded', chargeObject(charge));
  context.announce(type, sessionObject(paid, context.origin()));
}

function addCharge({ store, clock }: StripeContext, session: Session, status: Charge['status']): Charge {
  const { customer, amount, paymentMetadata: metadata } = session;
  const ids = { id: newId('ch'), paymentIntent: newId('pi') };
  const charge = { ...ids, created: secondsOf(clock), customer, amount, amountRefunded: 0, status, metadata };
  store.charges.put(charge.id, charge);
  return charge;
}

/** Gives a part of a charge back. The caller has checked that as much is left of the charge. */
export function refund({ store, announce }: StripeContext, charge: Charge, amount: number): void {
  const refunded = { ...charge, amountRefunded: charge.amountRefunded + amount };
  store.charges.put(charge.id, refunded);
  announce('charge.refunded', chargeObject(refunded));
}

/** Makes a card the card that its customer pays with. Throws Declined for a card that no bank accepts. */
export function keepCard({ store, clock, announce }: StripeContext, customer: string, number: string): Card {
  const digits = number.replaceAll(' ', '');
  const kind = cards[digits];
  if (!kind || kind.outcome === 'declined') throw new Declined('Your card was declined.');
  const failsLater = kind.outcome === 'failsLater';
  const kept = { id: newId('pm'), created: secondsOf(clock), customer, last4: digits.slice(-4), brand: kind.brand };
  const card = { ...kept, failsLater };
  store.cards.put(card.id, card);
  const owner = store.customers.get(customer);
  if (owner) {
    store.customers.put(customer, { ...owner, card: card.id });
    announce('payment_method.attached', cardObject(card));
    announce('customer.updated', customerObject({ ...owner, card: card.id }));
  }
  return card;
}

function subscribe(context: StripeContext, session: Session, card: Card): void {
  const { store, clock, announce } = context;
  const now = secondsOf(clock);
  const made: Subscription = {
    id: newId('sub'),
    created: now,
    customer: session.customer,
    price: session.price ?? '',
    nextPrice: null,
    status: 'incomplete',
    periodStart: now,
    periodEnd: now + monthSeconds,
    cancelAtPeriodEnd: false,
    card: card.id,
    endedAt: null,
  };
  store.subscriptions.put(made.id, made);
  announce('customer.subscription.created', subscriptionObject(made, priceOf(store, made.price)));
  collect(context, made, priceOf(store, made.price).amount);
  const paid: Session = { ...session, status: 'complete', paymentStatus: 'paid', subscription: made.id };
  store.sessions.put(session.id, paid);
  announce('checkout.session.completed', sessionObject(paid, context.origin()));
}

/** Changes a subscription and says so. */
export function changeSubscription(
  { store, clock, announce }: StripeContext,
  one: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const isEnd = change.status === 'canceled';
  const changed: Subscription = { ...one, ...change, ...(isEnd && { endedAt: secondsOf(clock) }) };
  store.subscriptions.put(one.id, changed);
  const object = subscriptionObject(changed, priceOf(store, changed.price));
  announce(isEnd ? 'customer.subscription.deleted' : 'customer.subscription.updated', object);
  return changed;
}

/** The period of a subscription ends: the next period is paid or unpaid, or there is no next period. */
export function renew(context: StripeContext, one: Subscription): void {
  if (one.cancelAtPeriodEnd) return void changeSubscription(context, one, { status: 'canceled' });
  const price = one.nextPrice ?? one.price;
  const next = { ...one, price, nextPrice: null, periodStart: one.periodEnd, periodEnd: one.periodEnd + monthSeconds };
  collect(context, next, priceOf(context.store, price).amount);
}

/** Takes another price for the rest of the period, as the portal's configuration says. */
export function changePrice(
  context: StripeContext,
  one: Subscription,
  price: string,
  { features }: Configuration,
): void {
  const { proration_behavior: proration, schedule_at_period_end: schedule } = features.subscription_update;
  const more = priceOf(context.store, price).amount - priceOf(context.store, one.price).amount;
  const isLater = more < 0 && schedule.conditions.some(({ type }) => type === 'decreasing_item_amount');
  if (isLater) return void changeSubscription(context, one, { nextPrice: price, cancelAtPeriodEnd: false });
  const changed = changeSubscription(context, one, { price, nextPrice: null, cancelAtPeriodEnd: false });
  const left = (one.periodEnd - secondsOf(context.clock)) / (one.periodEnd - one.periodStart);
  const amount = Math.round(more * Math.min(1, Math.max(0, left)));
  if (proration === 'always_invoice' && amount > 0) collect(context, changed, amount);
}

/** Takes money with the card of the subscription. If the card fails, the subscription is past due. */
export function collect(context: StripeContext, one: Subscription, amount: number): void {
  const { store, clock, announce } = context;
  const isPaid = one.status === 'incomplete' || store.cards.get(one.card)?.failsLater !== true;
  const invoice = invoiceObject(one, { id: newId('in'), amount, isPaid, now: secondsOf(clock) });
  announce(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  changeSubscription(context, one, { status: isPaid ? 'active' : 'past_due' });
}
