import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { planIds } from '../../domain/credits';
import type { PlanId } from '../../domain/credits';
import { balanceIn, turnCycle } from './creditCycle';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';

export interface PlanChange {
  plan: PlanId;
  /** Credits of each of its cycles. */
  monthlyCredits: number;
}

const PlanChanged = z.strictObject({
  /** The plan from now on. */
  plan: z.enum(planIds),
  monthlyCredits: z.int(),
  /** The plan from the next cycle on; null: the same. */
  nextPlan: z.enum(planIds).nullable(),
  cycleResetsAt: z.date(),
  balance: z.int(),
});
export type PlanChanged = z.infer<typeof PlanChanged>;

const plan = param('plan', 'text');
const monthlyCredits = param('monthlyCredits', 'integer');
const change = statement(
  'billing.changePlan',
  PlanChanged,
  sql`WITH account AS (
        SELECT *, ${monthlyCredits} >= monthly_credits AS is_up FROM credit_accounts
        WHERE workspace_id = ${param('workspaceId', 'uuid')} FOR UPDATE),
      changed AS (
        UPDATE credit_accounts a
        SET plan = CASE WHEN is_up THEN ${plan} ELSE account.plan END,
            monthly_credits = greatest(${monthlyCredits}, account.monthly_credits),
            held = account.held, posted = account.posted, purchased = account.purchased,
            next_plan = CASE WHEN NOT is_up THEN ${plan} END,
            next_monthly_credits = CASE WHEN NOT is_up THEN ${monthlyCredits} END
        FROM account WHERE a.workspace_id = account.workspace_id
        RETURNING a.*, a.monthly_credits - account.monthly_credits AS difference, ${balanceIn(sql`a`)} AS balance),
      granted AS (
        INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
        SELECT ${param('entryId', 'uuid')}, workspace_id, 'grant', difference, difference, balance, cycle_started_at,
               'Difference to the plan ' || plan
        FROM changed WHERE difference > 0)
      SELECT plan, monthly_credits AS "monthlyCredits", next_plan AS "nextPlan", cycle_resets_at AS "cycleResetsAt",
             balance FROM changed`,
);

/**
 * Changes the plan of a workspace: up at once, with the difference granted; down when the cycle ends (contract.md §6). A
 * cycle keeps the most that it was granted, so a plan that goes down and up again is granted nothing twice.
 * @returns null where there is no such workspace
 */
export async function changePlan(
  workspaceId: string,
  { plan, monthlyCredits }: PlanChange,
  transaction: Transaction,
): Promise<PlanChanged | null> {
  await turnCycle(workspaceId, transaction);
  const changed = await change.first({ plan, monthlyCredits, workspaceId, entryId: uuidv7() }, transaction);
  return changed ?? null;
}
