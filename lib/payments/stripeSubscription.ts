import type Stripe from 'stripe';
import type { Subscription, SubscriptionStatus } from './Payments';
import { paidPlans } from './settings';
import type { PaidPlan, PaymentSettings } from './settings';

/** Our status for each of Stripe's (https://docs.stripe.com/api/subscriptions/object); null: nothing yet. */
const statuses: Readonly<Record<Stripe.Subscription['status'], SubscriptionStatus | null>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: null,
  incomplete_expired: null,
};

interface Candidate {
  subscription: Stripe.Subscription;
  status: SubscriptionStatus;
  /** Null: the price is none of ours, or none of ours any more. */
  plan: PaidPlan | null;
  endsAtSeconds: number;
}

/**
 * The subscription of a customer that counts, whichever subscription an event was about: the paid subscription with the
 * highest plan, else the latest subscription.
 * @returns null without a subscription, and for a paid subscription of unknown price: then the plan stays as it is
 */
export function countingSubscription(
  subscriptions: readonly Stripe.Subscription[],
  prices: PaymentSettings['prices'],
): Subscription | null {
  const candidates = subscriptions.flatMap((subscription) => candidateOf(subscription, prices) ?? []);
  const paid = candidates.filter(({ status }) => status === 'active');
  const [counting] = (paid.length > 0 ? paid.filter(({ plan }) => plan !== null) : candidates).sort(
    (one, another) => rankOf(another) - rankOf(one) || another.subscription.created - one.subscription.created,
  );
  if (!counting) return null;
  const { subscription, plan, status, endsAtSeconds } = counting;
  const isLast = status === 'canceled' || subscription.cancel_at_period_end || subscription.cancel_at !== null;
  return {
    id: subscription.id,
    plan: status === 'active' ? plan : null,
    status,
    paymentMethod: cardOf(subscription),
    nextInvoiceAt: isLast ? null : new Date(endsAtSeconds * 1000),
  };
}

function candidateOf(subscription: Stripe.Subscription, prices: PaymentSettings['prices']): Candidate | null {
  const status = statuses[subscription.status] ?? null;
  const [item] = subscription.items.data;
  if (status === null || !item) return null;
  const plan = paidPlans.find((name) => prices[name] === item.price.id) ?? null;
  return { subscription, status, plan, endsAtSeconds: item.current_period_end };
}

/** Subscriptions that are not active rank alike: only their time counts. */
function rankOf({ status, plan }: Candidate): number {
  return status === 'active' && plan !== null ? paidPlans.indexOf(plan) + 1 : 0;
}

/** The payment method of the subscription, else of the customer. */
function cardOf({ default_payment_method: own, customer }: Stripe.Subscription): string | null {
  if (own !== null && typeof own !== 'string') return describeMethod(own);
  if (typeof customer === 'string' || customer.deleted) return null;
  const { default_payment_method: method } = customer.invoice_settings;
  return method === null || typeof method === 'string' ? null : describeMethod(method);
}

function describeMethod({ type, card }: Stripe.PaymentMethod): string {
  return card ? `${card.brand} •••• ${card.last4}` : type;
}
