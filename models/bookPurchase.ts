import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { balanceOf, turnCycle } from './creditCycle';
import { CreditEntry } from './CreditEntry';
import { CreditPurchase } from './CreditPurchase';
import type { Payment, Refund } from './CreditPurchase';
import { rows } from './sql';

/**
 * Gives a workspace the credits that were paid for, once, whatever tells of it and how often.
 * @returns whether it is a purchase of ours that was not paid before
 */
export async function bookPayment(payment: Payment, transaction: Transaction): Promise<boolean> {
  const paid = await CreditPurchase.pay(payment, transaction);
  if (!paid) return false;
  const { workspaceId, credits } = paid;
  await turnCycle(workspaceId, transaction);
  await rows(
    CreditEntry,
    `WITH account AS (SELECT * FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE),
     changed AS (
       UPDATE credit_accounts a
       SET monthly_credits = account.monthly_credits, held = account.held, posted = account.posted,
           purchased = account.purchased + $credits
       FROM account WHERE a.workspace_id = account.workspace_id RETURNING a.*, ${balanceOf('a')} AS balance)
     INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
     SELECT $entryId, workspace_id, 'purchase', $credits, $credits, balance, cycle_started_at, 'Bought' FROM changed`,
    { workspaceId, credits, entryId: uuidv7() },
    transaction,
  );
  await takeBack(workspaceId, transaction);
  return true;
}

/**
 * Takes back what a refunded payment has bought, in proportion to what was refunded of it (contract.md §6).
 * @returns whether it is a purchase of ours
 */
export async function bookRefund(refund: Refund, transaction: Transaction): Promise<boolean> {
  const workspaceId = await CreditPurchase.refund(refund, transaction);
  if (workspaceId === undefined) return false;
  await turnCycle(workspaceId, transaction);
  await takeBack(workspaceId, transaction);
  return true;
}

/**
 * Takes back what refunds of a workspace's purchases are owed, as far as there are bought credits. Credits already used are
 * taken from the next purchase, so the order of booking does not matter.
 */
async function takeBack(workspaceId: string, transaction: Transaction): Promise<void> {
  // In a statement of its own: the next one then sees what was committed while this one waited.
  await rows(
    CreditEntry,
    'SELECT 1 FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE',
    { workspaceId },
    transaction,
  );
  for (const { id, owed } of await CreditPurchase.owing(workspaceId, transaction)) {
    await rows(
      CreditEntry,
      `WITH account AS (
         SELECT *, least($owed, purchased) AS taken FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE),
       changed AS (
         UPDATE credit_accounts a SET purchased = account.purchased - taken
         FROM account WHERE a.workspace_id = account.workspace_id AND taken > 0
         RETURNING a.*, taken, ${balanceOf('a')} AS balance),
       noted AS (
         UPDATE credit_purchases p SET taken_back = taken_back + taken FROM changed WHERE p.id = $id RETURNING p.id)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
       SELECT $entryId, workspace_id, 'adjust', taken, -taken, balance, cycle_started_at, 'Refunded' FROM changed`,
      { workspaceId, id, owed, entryId: uuidv7() },
      transaction,
    );
  }
}
