import { PaymentFailure } from '../lib/payments/Payments';
import { inTransaction } from '../models/database/transaction';
import { applySubscription, readSubscription } from '../models/billing/followSubscription';
import { PaymentCustomer } from '../models/billing/PaymentCustomer';
import type { TakenNumber } from '../models/billing/PaymentCustomer';
import type { ActivityDeps } from './deps';
import { inBatches } from './inBatches';

const batchSize = 20;

/** `failed`: the subscription stays as it is, and is read again within two hours. */
export interface ReadingCounts {
  read: number;
  failed: number;
}

/**
 * Reads the subscriptions of paid workspaces that were not read for a day: an event may have been lost. A subscription
 * that Stripe does not know lowers the plan at the next cycle. A reading that fails does not touch the others.
 */
export async function readSubscriptions(deps: ActivityDeps): Promise<ReadingCounts> {
  const counts: ReadingCounts = { read: 0, failed: 0 };
  await inBatches(deps.dueGate, batchSize, async (limit) => {
    const due = await PaymentCustomer.takeDue(limit);
    for (const one of due) counts[await readOne(deps, one)] += 1;
    return due.length;
  });
  return counts;
}

async function readOne(
  { payments, freePlanCredits, logger }: ActivityDeps,
  taken: TakenNumber,
): Promise<keyof ReadingCounts> {
  const { sequelize } = PaymentCustomer;
  if (!sequelize) throw new Error('PaymentCustomer is not bound to a database');
  try {
    const subscription = await readSubscription(payments, taken);
    if (!subscription) return 'read';
    await inTransaction(sequelize, 'applySubscription', async (transaction) =>
      applySubscription({ ...taken, subscription }, freePlanCredits, transaction),
    );
    return 'read';
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logger.warn({ reason: error.message }, 'a subscription was not read');
    await PaymentCustomer.readSoon(taken.customerId);
    return 'failed';
  }
}
