import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { CreditOperation } from '../../domain/credits';
import { balanceOf } from './creditCycle';
import { CreditEntry } from './CreditEntry';
import { countUse } from './MemberCredits';
import { firstRow } from '../database/sql';
import type { Tenant } from '../database/Tenant';

export interface HoldRequest {
  holdId: string;
  /** Null for what concerns no assignment. */
  assignmentId: string | null;
  /** The user whose limit counts the credits; null for an API key and for an assistant. */
  userId: string | null;
  operation: CreditOperation;
  credits: number;
}

/**
 * Moves credits from available to held. All is written from the row as it was locked: `a` may be older, and PostgreSQL
 * judges the check constraint before it notices.
 * @returns the balance afterwards; undefined, with the account locked, if it or the user's limit does not suffice or the
 *   cycle has ended
 */
export async function takeCredits(
  tenant: Tenant,
  request: HoldRequest,
  transaction: Transaction,
): Promise<number | undefined> {
  const { parts, bound } = takingOf(tenant, request);
  const sql = `WITH ${parts} SELECT balance FROM held`;
  return (await firstRow<{ balance: number }>(CreditEntry, sql, bound, transaction))?.balance;
}

/**
 * The parts of a WITH that take credits as `takeCredits` does, for a statement that writes more: `held` has the balance
 * afterwards, or no row. It binds `bound`.
 * @param behind a part of the same WITH: none are taken, and nothing is locked, where it has no row
 */
export function takingOf(
  { workspaceId }: Pick<Tenant, 'workspaceId'>,
  { userId, ...request }: HoldRequest,
  behind?: string,
): { parts: string; bound: Record<string, string | number | null> } {
  const take = userId === null ? takeForWorkspace : takeForMember;
  return {
    parts: take(behind === undefined ? '' : ` AND EXISTS (SELECT 1 FROM ${behind})`),
    bound: { ...request, ...(userId !== null && { userId }), workspaceId, entryId: uuidv7() },
  };
}

const isEnough = 'account.purchased >= $credits - account.cycle_part AND account.cycle_resets_at > now()';
const takeForWorkspace = taking({ member: '', payer: 'account', userId: 'NULL::uuid' });
/** The account is locked first: so all uses of a member come one after the other. */
const takeForMember = taking({
  member: `member AS (${countUse(isEnough)}),`,
  payer: 'account JOIN member USING (workspace_id)',
  userId: '$userId::uuid',
});

/** One statement, since every create of a workspace waits for it. */
function taking({ member, payer, userId }: { member: string; payer: string; userId: string }) {
  return (condition: string): string => `account AS (
       SELECT *, least($credits, monthly_credits - held - posted) AS cycle_part
       FROM credit_accounts WHERE workspace_id = $workspaceId${condition} FOR UPDATE),
     ${member}
     taken AS (
       UPDATE credit_accounts a
       SET monthly_credits = account.monthly_credits, held = account.held + account.cycle_part, posted = account.posted,
           purchased = account.purchased - ($credits - account.cycle_part),
           purchased_held = account.purchased_held + ($credits - account.cycle_part)
       FROM ${payer}
       WHERE a.workspace_id = account.workspace_id AND ${isEnough}
       RETURNING account.cycle_part, a.cycle_started_at, ${balanceOf('a')} AS balance),
     held AS (
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                   user_id, hold_id, cycle_credits, cycle_started_at, description)
       SELECT $entryId, $workspaceId, 'hold', $credits, -$credits, balance, $operation, $assignmentId,
              ${userId}, $holdId, cycle_part, cycle_started_at, 'Held for ' || $operation FROM taken
       RETURNING balance_after AS balance)`;
}
