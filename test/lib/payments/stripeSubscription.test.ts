import type Stripe from 'stripe';
import { countingSubscription } from '../../../lib/payments/stripeSubscription';

const prices = { creator: 'price_creator', business: 'price_business' };

let made = 0;

/** A subscription with the fields that are read; each is younger than the subscription before. */
function subscription(status: Stripe.Subscription['status'], price: string, changes: object = {}): Stripe.Subscription {
  made += 1;
  return {
    id: `sub_${price}_${status}`,
    status,
    created: made,
    cancel_at: null,
    cancel_at_period_end: false,
    default_payment_method: null,
    customer: 'cus_1',
    items: { data: [{ price: { id: price }, current_period_end: 1_800_000_000 }] },
    ...changes,
  } as unknown as Stripe.Subscription;
}

const counting = (...subscriptions: Stripe.Subscription[]) => countingSubscription(subscriptions, prices);

it.each([
  ['active', 'creator', 'active'],
  ['trialing', 'creator', 'active'],
  ['past_due', null, 'past_due'],
  ['unpaid', null, 'past_due'],
  ['paused', null, 'past_due'],
  ['canceled', null, 'canceled'],
] as const)('reads a subscription that is %s', (status, plan, expected) => {
  expect(counting(subscription(status, 'price_creator'))).toMatchObject({ plan, status: expected });
});

it.each(['incomplete', 'incomplete_expired'] as const)(
  'takes one that is %s for none: nothing was paid yet',
  (status) => {
    expect(counting(subscription(status, 'price_creator'))).toBeNull();
    expect(counting(subscription('canceled', 'price_creator'), subscription(status, 'price_business'))?.status).toBe(
      'canceled',
    );
  },
);

it('takes the highest plan that is paid for, however old it is', () => {
  const business = subscription('active', 'price_business');
  const creator = subscription('active', 'price_creator');
  expect(counting(creator, business)?.plan).toBe('business');
  expect(counting(business, creator, subscription('past_due', 'price_business'))?.plan).toBe('business');
});

it('takes the latest where none is paid for', () => {
  const old = subscription('past_due', 'price_creator');
  expect(counting(old, subscription('canceled', 'price_creator'))?.status).toBe('canceled');
});

it('leaves a plan alone that is paid for by a price it does not know, until that has ended', () => {
  const ended = subscription('canceled', 'price_creator');
  expect(counting(ended, subscription('active', 'price_of_last_year'))).toBeNull();
  expect(counting(subscription('canceled', 'price_of_last_year'))).toMatchObject({ plan: null, status: 'canceled' });
});

it('announces no invoice where the subscription ends', () => {
  const nextInvoiceAt = new Date(1_800_000_000_000);
  expect(counting(subscription('active', 'price_creator'))).toMatchObject({ nextInvoiceAt });
  for (const changes of [{ cancel_at_period_end: true }, { cancel_at: 1_790_000_000 }])
    expect(counting(subscription('active', 'price_creator', changes))).toMatchObject({ nextInvoiceAt: null });
});
