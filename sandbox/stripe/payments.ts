import { dispute } from './disputes';
import { Declined } from './errors';
import { announceInvoice } from './invoices';
import { cardObject, chargeObject, customerObject, subscriptionObject } from './objects';
import { priceOf } from './prices';
import type { Card, Charge, Configuration, Session, Subscription } from './records';
import { showSession } from './showSession';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';
import { sumOf, withTax } from './tax';

const monthSeconds = 30 * 24 * 3600;

/** Stripe's numbers for trying (https://docs.stripe.com/testing). */
const cards: Readonly<Record<string, { brand: string; outcome: 'pays' | 'declined' | 'failsLater' | 'disputed' }>> = {
  '4242424242424242': { brand: 'visa', outcome: 'pays' },
  '5555555555554444': { brand: 'mastercard', outcome: 'pays' },
  '4000000000000341': { brand: 'visa', outcome: 'failsLater' },
  '4000000000000259': { brand: 'visa', outcome: 'disputed' },
  '4000000000000002': { brand: 'visa', outcome: 'declined' },
};

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
  if (kind.outcome === 'disputed') disputePayment(context, session);
}

/** Disputes the payment of the page, as the holder of the card. A subscription has no charge here. */
function disputePayment(context: StripeContext, { id }: Session): void {
  const { store } = context;
  const intent = store.sessions.get(id)?.paymentIntent;
  const charge = store.charges.values().find((one) => one.paymentIntent === intent);
  if (charge) dispute(context, charge, { amount: charge.amount, isInquiry: false });
}

/** Promises a payment that a bank will make later: the session is complete, and nothing is paid. */
export function payLater(context: StripeContext, session: Session): void {
  const complete: Session = { ...session, status: 'complete' };
  context.store.sessions.put(session.id, complete);
  keepAddress(context, complete);
  context.announce('checkout.session.completed', showSession(context, complete));
}

/** Ends a promised payment: the bank has paid, or it has not. */
export function endPromise(context: StripeContext, session: Session, succeeds: boolean): void {
  if (succeeds) return settle(context, session, 'checkout.session.async_payment_succeeded');
  context.announce('checkout.session.async_payment_failed', showSession(context, session));
}

function settle(context: StripeContext, session: Session, type: string): void {
  const charge = addCharge(context, session, 'succeeded');
  const invoice = session.createsInvoice ? newId('in') : null;
  const { paymentIntent } = charge;
  const paid: Session = { ...session, status: 'complete', paymentStatus: 'paid', paymentIntent, invoice };
  context.store.sessions.put(session.id, paid);
  keepAddress(context, paid);
  context.announce('charge.succeeded', chargeObject(charge));
  if (invoice !== null) announcePaid(context, paid, invoice);
  context.announce(type, showSession(context, paid));
}

/** The invoice of a payment that is no subscription's. */
function announcePaid(context: StripeContext, session: Session, id: string): void {
  const now = secondsOf(context.clock);
  const { customer, hasAutomaticTax } = session;
  const period = { subscription: null, periodStart: now, periodEnd: now };
  const sum = sumOf(context.store, session);
  announceInvoice(context, { id, customer, ...period, ...sum, hasAutomaticTax, isPaid: true });
}

/** The address of the page becomes that of the customer, if the session says so. */
function keepAddress({ store, announce }: StripeContext, { customer, address, keepsAddress }: Session): void {
  const owner = store.customers.get(customer);
  if (!owner || !keepsAddress || address === null) return;
  store.customers.put(customer, { ...owner, address });
  announce('customer.updated', customerObject({ ...owner, address }));
}

function addCharge({ store, clock }: StripeContext, session: Session, status: Charge['status']): Charge {
  const { customer, paymentMetadata: metadata } = session;
  const { total: amount } = sumOf(store, session);
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
    hasAutomaticTax: session.hasAutomaticTax,
    endedAt: null,
  };
  store.subscriptions.put(made.id, made);
  keepAddress(context, session);
  announce('customer.subscription.created', subscriptionObject(made, priceOf(store, made.price)));
  collect(context, made, priceOf(store, made.price).amount);
  const paid: Session = { ...session, status: 'complete', paymentStatus: 'paid', subscription: made.id };
  store.sessions.put(session.id, paid);
  announce('checkout.session.completed', showSession(context, paid));
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

/** Takes money and its tax with the card of the subscription. If the card fails, the subscription is past due. */
export function collect(context: StripeContext, one: Subscription, amount: number): void {
  const { id: subscription, customer, hasAutomaticTax, periodStart, periodEnd } = one;
  const isPaid = one.status === 'incomplete' || context.store.cards.get(one.card)?.failsLater !== true;
  const sum = withTax(context.store, amount, hasAutomaticTax);
  const period = { subscription, periodStart, periodEnd };
  announceInvoice(context, { id: newId('in'), customer, ...period, ...sum, hasAutomaticTax, isPaid });
  changeSubscription(context, one, { status: isPaid ? 'active' : 'past_due' });
}
