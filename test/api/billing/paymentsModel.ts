/** The effects of payments as a pure model that knows no Stripe and no SQL (contract.md §6). */
export interface Payments {
  purchases: { credits: number; paidCents: number; refundedCents: number; isPaid: boolean }[];
  /** Null: there never was one that was paid. */
  subscription: { plan: 'creator' | 'business'; status: 'active' | 'past_due' | 'canceled' } | null;
}

/** Bought credits that are left, if none is used. */
export function purchasedOf({ purchases }: Payments): number {
  return purchases
    .filter(({ isPaid }) => isPaid)
    .reduce((sum, one) => sum + one.credits - Math.floor((one.credits * one.refundedCents) / one.paidCents), 0);
}

/** The plan from the next cycle on. */
export function planOf({ subscription }: Payments): string {
  return subscription?.status === 'active' ? subscription.plan : 'free';
}
