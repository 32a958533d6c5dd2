import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { balanceIn } from './creditCycle';
import { CreditPurchase } from './CreditPurchase';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const takeOwed = command(
  'billing.clawBack',
  sql`WITH account AS (
        SELECT *, least(${param('owed', 'integer')}, purchased) AS taken FROM credit_accounts
        WHERE workspace_id = ${param('workspaceId', 'uuid')} FOR UPDATE),
      changed AS (
        UPDATE credit_accounts a SET purchased = account.purchased - taken
        FROM account WHERE a.workspace_id = account.workspace_id AND taken <> 0
        RETURNING a.*, taken, ${balanceIn(sql`a`)} AS balance),
      noted AS (
        UPDATE credit_purchases p SET taken_back = taken_back + taken FROM changed WHERE p.id = ${param('id', 'uuid')}
        RETURNING p.id)
      INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
      SELECT ${param('entryId', 'uuid')}, workspace_id, 'adjust', abs(taken), -taken, balance, cycle_started_at,
             CASE WHEN taken > 0 THEN 'Refunded or disputed' ELSE 'Dispute won' END FROM changed`,
);

/**
 * Takes back the credits owed for refunds and disputes of a workspace's purchases, as far as bought credits are free of
 * holds. The rest is taken when a hold releases bought credits, and from the next purchase: so the order of booking
 * does not matter. Disputes that were won give the taken credits back. The caller has locked the account, in a
 * statement of its own.
 */
export async function clawBackCredits(workspaceId: string, transaction: Transaction): Promise<void> {
  for (const { id, owed } of await CreditPurchase.owing(workspaceId, transaction)) {
    await takeOwed.run({ workspaceId, id, owed, entryId: uuidv7() }, transaction);
  }
}
