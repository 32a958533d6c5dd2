import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { balanceOf } from './creditCycle';
import { CreditEntry } from './CreditEntry';
import { CreditPurchase } from './CreditPurchase';
import { rows } from '../database/sql';

/**
 * Takes back what refunds and disputes of a workspace's purchases are owed, as far as there are bought credits that nobody
 * holds. The rest is taken when a hold releases bought credits, and from the next purchase: so the order of booking does not
 * matter. Disputes that were won give back what they have taken. The caller has locked the account, in a statement of its
 * own.
 */
export async function takeBack(workspaceId: string, transaction: Transaction): Promise<void> {
  for (const { id, owed } of await CreditPurchase.owing(workspaceId, transaction)) {
    await rows(
      CreditEntry,
      `WITH account AS (
         SELECT *, least($owed, purchased) AS taken FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE),
       changed AS (
         UPDATE credit_accounts a SET purchased = account.purchased - taken
         FROM account WHERE a.workspace_id = account.workspace_id AND taken <> 0
         RETURNING a.*, taken, ${balanceOf('a')} AS balance),
       noted AS (
         UPDATE credit_purchases p SET taken_back = taken_back + taken FROM changed WHERE p.id = $id RETURNING p.id)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
       SELECT $entryId, workspace_id, 'adjust', abs(taken), -taken, balance, cycle_started_at,
              CASE WHEN taken > 0 THEN 'Refunded or disputed' ELSE 'Dispute won' END FROM changed`,
      { workspaceId, id, owed, entryId: uuidv7() },
      transaction,
    );
  }
}
