import type { CheckoutInput, FinanceState } from '../../../api/billing/schema';
import type { PlanId } from '../../../domain/credits';

/** The provider's page that changes or ends the subscription, or the payment that begins one. */
type Way = { by: 'portal' } | { by: 'checkout'; plan: NonNullable<CheckoutInput['plan']> };

/**
 * The way to a plan that the API does not refuse; null: there is none, or nothing to change. A plan that was cancelled can be
 * subscribed to again while its cycle still runs. Pure.
 */
export function wayTo(
  plan: PlanId,
  { plan: present, status, subscription }: Pick<FinanceState, 'plan' | 'status' | 'subscription'>,
): Way | null {
  const isPresent = plan === present;
  if (subscription !== null) return isPresent ? null : { by: 'portal' };
  if (plan === 'free' || (isPresent && status !== 'canceled')) return null;
  return { by: 'checkout', plan };
}
