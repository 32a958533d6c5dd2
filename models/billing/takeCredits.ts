import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { CreditOperation } from '../../domain/credits';
import { balanceIn } from './creditCycle';
import { allowance, countUseOfGrant, isAllowed } from './grantCredits';
import { countUse } from './MemberCredits';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** The limits that count the credits of a request. */
export interface Payer {
  /** The user; null where the workspace itself asks, by its API key or an assistant. */
  userId: string | null;
  /** The grant of an assistant that has a limit of its own; null or absent: there is none. */
  grantId?: string | null;
}

export interface HoldRequest extends Payer {
  holdId: string;
  /** The assignment that the credits are for; null for an operation without an assignment. */
  assignmentId: string | null;
  operation: CreditOperation;
  credits: number;
}

const credits = param('credits', 'integer');
const isEnough = sql`account.purchased >= ${credits} - account.cycle_part AND account.cycle_resets_at > now()`;

/** The account, locked. @param condition beside its workspace */
const account = (condition: Fragment) => sql`account AS (
       SELECT *, least(${credits}, monthly_credits - held - posted) AS cycle_part
       FROM credit_accounts WHERE workspace_id = ${param('workspaceId', 'uuid')}${condition} FOR UPDATE)`;

/** Moves the credits, and writes the entry. @param payer the account, if it may pay @param userId the limited user */
function moving<Binds>(payer: Fragment, userId: Fragment<Binds>) {
  const operation = param('operation', 'text');
  return sql`taken AS (
       UPDATE credit_accounts a
       SET monthly_credits = account.monthly_credits, held = account.held + account.cycle_part, posted = account.posted,
           purchased = account.purchased - (${credits} - account.cycle_part),
           purchased_held = account.purchased_held + (${credits} - account.cycle_part)
       FROM ${payer}
       WHERE a.workspace_id = account.workspace_id AND ${isEnough} AND ${isAllowed}
       RETURNING account.cycle_part, a.cycle_started_at, ${balanceIn(sql`a`)} AS balance),
     granted AS (${countUseOfGrant(sql`taken`)}),
     held AS (
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                   user_id, grant_id, hold_id, cycle_credits, cycle_started_at, description)
       SELECT ${param('entryId', 'uuid')}, ${param('workspaceId', 'uuid')}, 'hold', ${credits}, -${credits}, balance,
              ${operation}, ${param('assignmentId', 'uuid', 'orNull')}, ${userId},
              ${param('grantId', 'uuid', 'orNull')}, ${param('holdId', 'uuid')}, cycle_part,
              cycle_started_at, 'Held for ' || ${operation} FROM taken
       RETURNING balance_after AS balance)`;
}

/**
 * The parts of a WITH that take credits as `takeCredits` does, for a statement that writes more: `held` has the balance
 * afterwards, or no row. One statement, since every create of a workspace waits for its account.
 * @param condition of the account; where it does not hold, no credits are taken and nothing is locked
 */
export const takingForWorkspace = (condition: Fragment) =>
  sql`${account(condition)}, ${allowance}, ${moving(sql`account`, sql`NULL::uuid`)}`;
/** As `takingForWorkspace`, within a user's limit. The account is locked first: so a member's uses come one by one. */
export const takingForMember = (condition: Fragment) =>
  sql`${account(condition)}, ${allowance}, member AS (${countUse(sql`${isEnough} AND ${isAllowed}`)}),
     ${moving(sql`account JOIN member USING (workspace_id)`, param('userId', 'uuid'))}`;

/** The condition that a part of the same WITH has a row. */
export const isBehind = (part: Fragment): Fragment => sql` AND EXISTS (SELECT 1 FROM ${part})`;

const Balance = z.strictObject({ balance: z.int() });
const takeForWorkspace = statement(
  'billing.takeForWorkspace',
  Balance,
  sql`WITH ${takingForWorkspace(sql``)} SELECT balance FROM held`,
);
const takeForMember = statement(
  'billing.takeForMember',
  Balance,
  sql`WITH ${takingForMember(sql``)} SELECT balance FROM held`,
);

/**
 * Moves credits from available to held. All is written from the row as it was locked: `a` may be older, and PostgreSQL
 * judges the check constraint before it notices.
 * @returns the balance afterwards; undefined, with the account locked, if it or a limit does not suffice or the
 *   cycle has ended
 */
export async function takeCredits(
  { workspaceId }: Tenant,
  { userId, grantId = null, ...request }: HoldRequest,
  transaction: Transaction,
): Promise<number | undefined> {
  const binds = { ...request, workspaceId, grantId, entryId: uuidv7() };
  const held =
    userId === null
      ? await takeForWorkspace.first(binds, transaction)
      : await takeForMember.first({ ...binds, userId }, transaction);
  return held?.balance;
}
