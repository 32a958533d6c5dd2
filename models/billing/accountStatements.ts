import { z } from 'zod';
import { balanceIn } from './creditCycle';
import { returnRoomOfGrant } from './grantCredits';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import { chargeNoted } from '../statistics/StatisticChange';

/** The statements of `CreditAccount`. */

const workspaceId = param('workspaceId', 'uuid');
const holdId = param('holdId', 'uuid');
const entryId = param('entryId', 'uuid');
const startedAt = param('startedAt', 'timestamptz');

/** The moment of the transaction, by the database's clock. */
export const readNow = statement('billing.now', z.strictObject({ now: z.date() }), sql`SELECT now() AS now`);

export const openAccount = command(
  'billing.openAccount',
  sql`WITH opened AS (
        INSERT INTO credit_accounts (workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at)
        VALUES (${workspaceId}, ${param('plan', 'text')}, ${param('monthlyCredits', 'integer')},
                (${startedAt} AT TIME ZONE 'UTC')::date, ${startedAt}, ${param('resetsAt', 'timestamptz')}) RETURNING *)
      INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
      SELECT ${entryId}, workspace_id, 'grant', monthly_credits, monthly_credits, monthly_credits, cycle_started_at,
             'Credits of the cycle' FROM opened`,
);

/** The unsettled hold; `current_part` is the part of the hold that still counts in the account's present cycle. */
const unsettledHold = sql`hold AS (
        SELECT h.workspace_id, h.credits, h.cycle_credits, h.credits - h.cycle_credits AS bought_part, h.operation,
               h.assignment_id, h.user_id, h.grant_id, h.hold_id, h.cycle_started_at,
               CASE WHEN h.cycle_started_at = account.cycle_started_at THEN h.cycle_credits ELSE 0 END AS current_part
        FROM credit_entries h JOIN credit_accounts account ON account.workspace_id = h.workspace_id
        WHERE h.hold_id = ${holdId} AND h.workspace_id = ${workspaceId} AND h.type = 'hold' AND NOT EXISTS (
          SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release')))`;

export const postHold = command(
  'billing.postHold',
  sql`WITH ${unsettledHold},
      moved AS (
        UPDATE credit_accounts a
        SET held = a.held - hold.current_part, posted = a.posted + hold.current_part,
            purchased_held = a.purchased_held - hold.bought_part
        FROM hold WHERE a.workspace_id = hold.workspace_id
        RETURNING hold.*, ${balanceIn(sql`a`)} AS balance),
      charged AS (
        INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                    user_id, hold_id, cycle_started_at, description)
        SELECT ${entryId}, workspace_id, 'charge', credits, 0, balance, operation, assignment_id, user_id, hold_id,
               cycle_started_at, 'Charged for ' || operation FROM moved
        RETURNING workspace_id, assignment_id, credits, created_at)
      ${chargeNoted(sql`charged`)}`,
);

export const voidHold = statement(
  'billing.voidHold',
  z.strictObject({ hasBought: z.boolean() }),
  sql`WITH ${unsettledHold},
      moved AS (
        UPDATE credit_accounts a
        SET held = a.held - hold.current_part, purchased = a.purchased + hold.bought_part,
            purchased_held = a.purchased_held - hold.bought_part
        FROM hold WHERE a.workspace_id = hold.workspace_id
        RETURNING hold.*, ${balanceIn(sql`a`)} AS balance),
      member AS (
        UPDATE member_credits m SET used = m.used - hold.credits FROM hold
        WHERE m.workspace_id = hold.workspace_id AND m.user_id = hold.user_id
          AND m.cycle_started_at = hold.cycle_started_at),
      granted AS (${returnRoomOfGrant(sql`hold`)}),
      written AS (
        INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                    user_id, hold_id, cycle_started_at, description)
        SELECT entry.id, workspace_id, entry.type, entry.credits, entry.amount, entry.balance_after, operation,
               assignment_id, user_id, hold_id, cycle_started_at, entry.description
        FROM moved CROSS JOIN LATERAL (VALUES
          (1, ${entryId}, 'release', moved.credits, moved.credits, balance + cycle_credits - current_part,
           'Released from ' || operation),
          (2, ${param('expiryId', 'uuid')}, 'expire', cycle_credits, -cycle_credits, balance,
           'Released after its cycle had ended')
        ) AS entry (place, id, type, credits, amount, balance_after, description)
        WHERE place = 1 OR current_part < cycle_credits ORDER BY place)
      SELECT bought_part > 0 AS "hasBought" FROM moved`,
);

export const lockAccount = command(
  'billing.lockAccount',
  sql`SELECT FROM credit_accounts WHERE workspace_id = ${workspaceId} FOR UPDATE`,
);

/** Locks in a statement of its own: the next statement then sees a settlement that was committed during the wait. */
export const lockAccountOfHold = command(
  'billing.lockAccountOfHold',
  sql`SELECT FROM credit_accounts a JOIN credit_entries h ON h.workspace_id = a.workspace_id
      WHERE h.hold_id = ${holdId} AND h.workspace_id = ${workspaceId} AND h.type = 'hold' FOR UPDATE OF a`,
);

export const readBalance = statement(
  'billing.balance',
  z.strictObject({ balance: z.int() }),
  sql`SELECT ${balanceIn(sql`a`)} AS balance FROM credit_accounts a WHERE workspace_id = ${workspaceId}`,
);
