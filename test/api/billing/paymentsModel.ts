/** The effects of payments as a pure model that knows no Stripe and no SQL (contract.md §6). */
export interface Payments {
  purchases: {
    credits: number;
    paidCents: number;
    refundedCents: number;
    isPaid: boolean;
    disputes: { cents: number; isWon: boolean }[];
  }[];
  /** The last subscription; null: no subscription was ever paid. */
  subscription: { plan: 'creator' | 'business'; status: 'active' | 'past_due' | 'canceled' } | null;
}

/** The part of a payment that is gone: a charge never loses more than was paid. */
function lostCents({ paidCents, refundedCents, disputes }: Payments['purchases'][number]): number {
  const disputed = disputes.filter(({ isWon }) => !isWon).reduce((sum, { cents }) => sum + cents, 0);
  return Math.min(paidCents, refundedCents + disputed);
}

/** Bought credits that are left, if none is used. */
export function purchasedOf({ purchases }: Payments): number {
  return purchases
    .filter(({ isPaid }) => isPaid)
    .reduce((sum, one) => sum + one.credits - Math.floor((one.credits * lostCents(one)) / one.paidCents), 0);
}

/** The plan from the next cycle on. */
export function planOf({ subscription }: Payments): string {
  return subscription?.status === 'active' ? subscription.plan : 'free';
}
