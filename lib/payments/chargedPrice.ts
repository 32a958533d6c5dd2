import { z } from 'zod';
import type { ShownPrice } from '../../domain/credits';

/** A price that Stripe charges, as far as a plan depends on it. */
export interface ChargedPrice {
  /** Of each interval; null: it depends on the use, or on how many are bought. */
  amountCents: number | null;
  currency: string;
  /** Such as `month` or `3 months`; null: it is charged once. */
  interval: string | null;
  /** False: it was archived, and Stripe sells nothing more at it. */
  isActive: boolean;
  /** False: it belongs to a test mode, in which no customer is charged. */
  isLive: boolean;
}

/** A price of Stripe (https://docs.stripe.com/api/prices/object), as far as it is read. */
const StripePrice = z.object({
  active: z.boolean(),
  billing_scheme: z.string(),
  currency: z.string(),
  livemode: z.boolean(),
  recurring: z.object({ interval: z.string(), interval_count: z.int(), usage_type: z.string() }).nullable(),
  transform_quantity: z.object().nullish(),
  unit_amount: z.number().nullable(),
});

/** Reads a price. Undefined: the answer is no price. */
export function chargedPriceOf(answer: unknown): ChargedPrice | undefined {
  const price = StripePrice.safeParse(answer).data;
  if (!price) return undefined;
  const { active, billing_scheme: scheme, currency, livemode, recurring, transform_quantity: transform } = price;
  const isFixed = scheme === 'per_unit' && !transform && recurring?.usage_type !== 'metered';
  return {
    amountCents: isFixed ? price.unit_amount : null,
    currency,
    interval: recurring && intervalOf(recurring),
    isActive: active,
    isLive: livemode,
  };
}

function intervalOf({ interval, interval_count: count }: { interval: string; interval_count: number }): string {
  return count === 1 ? interval : `${count} ${interval}s`;
}

/** The ways in which a price can differ from the shown price. `unknown`: the account has no such price. */
export type PriceDifference = 'unknown' | 'archived' | 'amount' | 'currency' | 'interval';

/** The differences from the shown price; none: a plan is charged as it is shown. @param charged null: unknown */
export function differencesOf(shown: ShownPrice, charged: ChargedPrice | null): PriceDifference[] {
  if (charged === null) return ['unknown'];
  const differs: Record<Exclude<PriceDifference, 'unknown'>, boolean> = {
    archived: !charged.isActive,
    amount: charged.amountCents !== shown.amountCents,
    currency: charged.currency !== shown.currency,
    interval: charged.interval !== shown.interval,
  };
  return (['archived', 'amount', 'currency', 'interval'] as const).filter((name) => differs[name]);
}

/** A price in words, such as `1900 usd each month`, for the log. */
export function priceInWords({ amountCents, currency, interval }: Omit<ChargedPrice, 'isActive' | 'isLive'>): string {
  const amount = amountCents === null ? `no fixed amount of ${currency}` : `${amountCents} ${currency}`;
  return interval === null ? `${amount} once` : `${amount} each ${interval}`;
}
