import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { balanceIn, turnCycle } from './creditCycle';
import { CreditPurchase } from './CreditPurchase';
import type { Dispute, Payment, Refund } from './CreditPurchase';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';
import { clawBackCredits } from './clawBackCredits';

const credits = param('credits', 'integer');
const addBought = command(
  'billing.addBought',
  sql`WITH account AS (
        SELECT * FROM credit_accounts WHERE workspace_id = ${param('workspaceId', 'uuid')} FOR UPDATE),
      changed AS (
        UPDATE credit_accounts a
        SET monthly_credits = account.monthly_credits, held = account.held, posted = account.posted,
            purchased = account.purchased + ${credits}
        FROM account WHERE a.workspace_id = account.workspace_id RETURNING a.*, ${balanceIn(sql`a`)} AS balance)
      INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
      SELECT ${param('entryId', 'uuid')}, workspace_id, 'purchase', ${credits}, ${credits}, balance, cycle_started_at, 'Bought'
      FROM changed`,
);

const lockAccount = command(
  'billing.lockAccountOfPurchase',
  sql`SELECT FROM credit_accounts a JOIN credit_purchases p ON p.workspace_id = a.workspace_id
      WHERE p.id = ${param('purchaseId', 'uuid')} FOR UPDATE OF a`,
);

/** `unknown`: there is no such purchase. `short`: less was paid than the price. Neither outcome brings credits. */
export type PaymentOutcome = 'booked' | 'known' | 'unknown' | 'short';

/** Gives a workspace the paid credits once, whatever tells of the payment and how often. */
export async function bookPayment(payment: Payment, transaction: Transaction): Promise<PaymentOutcome> {
  await lockBuyer(payment.id, transaction);
  const purchase = await CreditPurchase.stateOf(payment.id, transaction);
  if (!purchase) return 'unknown';
  if (purchase.paidAt === null && payment.paidCents < purchase.priceCents) return 'short';
  const paid = await CreditPurchase.pay(payment, transaction);
  if (!paid) return 'known';
  const { workspaceId, credits } = paid;
  await turnCycle(workspaceId, transaction);
  await addBought.run({ workspaceId, credits, entryId: uuidv7() }, transaction);
  await clawBackCredits(workspaceId, transaction);
  return 'booked';
}

/**
 * Takes back the credits of a refunded payment, in proportion to the refunded part (contract.md §6).
 * @returns whether the purchase is known
 */
export async function bookRefund(refund: Refund, transaction: Transaction): Promise<boolean> {
  await lockBuyer(refund.id, transaction);
  return settleBuyer(await CreditPurchase.refund(refund, transaction), transaction);
}

/**
 * Takes back the credits of a disputed payment, as a refund of the amount would; a won dispute gives them back.
 * @returns whether the purchase is known
 */
export async function bookDispute(dispute: Dispute, transaction: Transaction): Promise<boolean> {
  await lockBuyer(dispute.id, transaction);
  return settleBuyer(await CreditPurchase.dispute(dispute, transaction), transaction);
}

async function settleBuyer(workspaceId: string | undefined, transaction: Transaction): Promise<boolean> {
  if (workspaceId === undefined) return false;
  await turnCycle(workspaceId, transaction);
  await clawBackCredits(workspaceId, transaction);
  return true;
}

/** Locks the account before any purchase, as the release of a hold does: so no two transactions wait for each other. */
async function lockBuyer(purchaseId: string, transaction: Transaction): Promise<void> {
  await lockAccount.run({ purchaseId }, transaction);
}
