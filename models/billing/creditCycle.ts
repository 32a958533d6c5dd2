import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { cycleAt } from '../../domain/credits';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { command, statement } from '../database/statement';

/** The balance of an account. @param account the row's alias */
export const balanceIn = (account: Fragment): Fragment =>
  sql`${account}.monthly_credits - ${account}.held - ${account}.posted + ${account}.purchased`;

const workspaceId = param('workspaceId', 'uuid');

const findEnded = statement(
  'billing.findEndedCycle',
  z.strictObject({ firstDay: z.string(), now: z.date() }),
  sql`SELECT first_day::text AS "firstDay", now() AS now FROM credit_accounts
      WHERE workspace_id = ${workspaceId} AND cycle_resets_at <= now()`,
);

const startedAt = param('startedAt', 'timestamptz');
const beginNext = command(
  'billing.beginNextCycle',
  sql`WITH account AS (
        SELECT *, monthly_credits - held - posted AS unused FROM credit_accounts
        WHERE workspace_id = ${workspaceId} AND cycle_started_at < ${startedAt} FOR UPDATE),
      turned AS (
        UPDATE credit_accounts a
        SET held = 0, posted = 0, cycle_started_at = ${startedAt}, cycle_resets_at = ${param('resetsAt', 'timestamptz')},
            plan = coalesce(account.next_plan, account.plan),
            monthly_credits = coalesce(account.next_monthly_credits, account.monthly_credits),
            next_plan = NULL, next_monthly_credits = NULL
        FROM account WHERE a.workspace_id = account.workspace_id
        RETURNING a.*, account.unused, account.cycle_started_at AS ended_cycle)
      INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
      SELECT entry.id, workspace_id, type, credits, amount, balance_after, entry.cycle_started_at, description
      FROM turned CROSS JOIN LATERAL (VALUES
        (1, ${param('expiryId', 'uuid')}, 'expire', unused, -unused, purchased, ended_cycle, 'Unused when the cycle ended'),
        (2, ${param('entryId', 'uuid')}, 'grant', monthly_credits, monthly_credits, monthly_credits + purchased,
         turned.cycle_started_at, 'Credits of the cycle')
      ) AS entry (place, id, type, credits, amount, balance_after, cycle_started_at, description)
      WHERE place = 2 OR unused > 0 ORDER BY place`,
);

/**
 * Begins the next cycle of a workspace's account when the present cycle has ended: its remaining credits expire, a new
 * grant follows, of another plan if a change was ordered for this moment. Bought credits stay.
 * @returns whether the cycle had ended
 */
export async function turnCycle(workspaceId: string, transaction?: Transaction): Promise<boolean> {
  const ended = await findEnded.first({ workspaceId }, transaction);
  if (!ended) return false;
  const cycle = cycleAt(new Date(`${ended.firstDay}T00:00:00Z`), ended.now);
  await beginNext.run({ workspaceId, ...cycle, expiryId: uuidv7(), entryId: uuidv7() }, transaction);
  return true;
}
