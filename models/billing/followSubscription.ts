import { monthlyCreditsOf } from '../../domain/credits';
import { isGone } from '../../lib/payments/Payments';
import type { Payments, Subscription } from '../../lib/payments/Payments';
import { changePlan } from './changePlan';
import type { Transaction } from '../database/transaction';
import { PaymentCustomer } from './PaymentCustomer';
import type { Reading, TakenNumber } from './PaymentCustomer';

/**
 * Reads the subscription of a customer from Stripe. A recorded subscription that Stripe no longer knows has ended.
 * @returns null where there never was a subscription
 * @throws PaymentFailure
 */
export async function readSubscription(
  payments: Pick<Payments, 'subscriptionOf'>,
  { customerId, subscriptionId }: Pick<TakenNumber, 'customerId' | 'subscriptionId'>,
): Promise<Subscription | null> {
  const found = await subscriptionOrNull(payments, customerId);
  if (found !== null || subscriptionId === null) return found;
  return { id: subscriptionId, plan: null, status: 'canceled', paymentMethod: null, nextInvoiceAt: null };
}

async function subscriptionOrNull(
  payments: Pick<Payments, 'subscriptionOf'>,
  customerId: string,
): Promise<Subscription | null> {
  try {
    return await payments.subscriptionOf(customerId);
  } catch (error) {
    if (!isGone(error)) throw error;
    return null;
  }
}

/**
 * Writes a reading. A plan counts only while it is paid for. A reading with the same subscription, such as with another
 * card, leaves the plan, which may have been set by hand.
 * @param freePlanCredits the monthly credits of a workspace without a plan
 * @returns whether the reading is the last reading
 */
export async function applySubscription(
  reading: Reading,
  freePlanCredits: number,
  transaction: Transaction,
): Promise<boolean> {
  const written = await PaymentCustomer.record(reading, transaction);
  if (!written) return false;
  const plan = reading.subscription.plan ?? 'free';
  const monthlyCredits = monthlyCreditsOf(plan, freePlanCredits);
  if (written.isChanged) await changePlan(written.workspaceId, { plan, monthlyCredits }, transaction);
  return true;
}
