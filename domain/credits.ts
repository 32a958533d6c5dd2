import { contentTypes } from './assignment';
import type { ContentType } from './assignment';

/** The price of each operation, in credits (contract.md §6). All else is free. */
export const publishCredits: Readonly<Record<ContentType, number>> = {
  text: 1,
  link: 1,
  image: 2,
  story: 2,
  carousel: 3,
  short: 5,
  reel: 5,
  video: 10,
};

/** An update of a published post, on the platform. */
export const publishedUpdateCredits = 1;

/** A live question to a platform: the PLATFORM tier. */
export const liveStatsCredits = 1;

/** Kinds of operations by their price (contract.md §6). An operation without a price is FREE. */
export const creditTiers = ['PUBLISH', 'PLATFORM', 'FREE'] as const;

/** Of all prices. */
export const currency = 'usd';

/** The largest number that a column of credits can have. */
export const creditsMax = 2_147_483_647;

/** The price of credits that are bought beside a plan, and how many can be bought at once. */
export const boughtCredits = { unitPriceCents: 2, min: 100, max: 1_000_000 } as const;

/** The price of bought credits, in cents (contract.md §13). */
export function priceOf(credits: number): number {
  return Math.round(boughtCredits.unitPriceCents * credits);
}

export const plans = {
  free: { name: 'Free', monthlyCredits: 500, priceCents: 0 },
  creator: { name: 'Creator', monthlyCredits: 5_000, priceCents: 1_900 },
  business: { name: 'Business', monthlyCredits: 50_000, priceCents: 14_900 },
} as const;
export type PlanId = keyof typeof plans;
/** The price of a plan, as `GET /billing/pricing` shows it: `amountCents` of each `interval`. */
export interface ShownPrice {
  amountCents: number;
  currency: string;
  interval: 'month';
}

export function shownPriceOf(plan: PlanId): ShownPrice {
  return { amountCents: plans[plan].priceCents, currency, interval: 'month' };
}

export const planIds = ['free', 'creator', 'business'] as const satisfies readonly PlanId[];

/** Kinds of ledger entry. `hold` takes, `charge` makes a hold final, `release` ends it without a charge. */
export const creditEntryTypes = ['grant', 'hold', 'charge', 'release', 'expire', 'purchase', 'adjust'] as const;
export type CreditEntryType = (typeof creditEntryTypes)[number];

export type CreditOperation = `publish.${ContentType}` | 'publish.update' | 'stats.channel' | 'stats.post';

export interface Price {
  operation: CreditOperation;
  tier: (typeof creditTiers)[number];
  credits: number;
}

/** Every operation that costs credits, as `GET /billing/pricing` shows it. */
export const prices: readonly Price[] = [
  ...contentTypes.map((type): Price => ({
    operation: `publish.${type}`,
    tier: 'PUBLISH',
    credits: publishCredits[type],
  })),
  { operation: 'publish.update', tier: 'PUBLISH', credits: publishedUpdateCredits },
  { operation: 'stats.channel', tier: 'PLATFORM', credits: liveStatsCredits },
  { operation: 'stats.post', tier: 'PLATFORM', credits: liveStatsCredits },
];

/** Credits of each cycle of a plan. @param freePlanCredits the credits of `free`, which an installation may set */
export function monthlyCreditsOf(plan: PlanId, freePlanCredits: number): number {
  return plan === 'free' ? freePlanCredits : plans[plan].monthlyCredits;
}

/**
 * The billing cycle that holds `at`: calendar months counted from the account's first day, in UTC. An account of the
 * 29th to 31st turns on the last day of a shorter month (contract.md §6). Half open: `startedAt` ≤ at < `resetsAt`.
 */
export function cycleAt(firstDay: Date, at: Date): { startedAt: Date; resetsAt: Date } {
  const monthsApart =
    (at.getUTCFullYear() - firstDay.getUTCFullYear()) * 12 + at.getUTCMonth() - firstDay.getUTCMonth();
  const index = cycleStart(firstDay, monthsApart) <= at ? monthsApart : monthsApart - 1;
  return { startedAt: cycleStart(firstDay, index), resetsAt: cycleStart(firstDay, index + 1) };
}

function cycleStart(firstDay: Date, monthsLater: number): Date {
  const year = firstDay.getUTCFullYear();
  const month = firstDay.getUTCMonth() + monthsLater;
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(firstDay.getUTCDate(), lastDayOfMonth)));
}
