import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** The grant of an assistant whose own limit counts the credits; null: there is none. */
const grantId = param('grantId', 'uuid', 'orNull');
const credits = param('credits', 'integer');

/** The credits that a grant `g` has used in the present cycle of `account`. */
const used = sql`CASE WHEN g.cycle_started_at = account.cycle_started_at THEN g.credits_used ELSE 0 END`;

/**
 * The grant that pays, locked, where its limit leaves the credits: a part of the statement that has locked `account`. It
 * is read as it is now, not as it was when the statement began.
 */
export const allowance = sql`allowance AS (
       SELECT g.id, ${credits} + ${used} AS used, account.cycle_started_at
       FROM account JOIN mcp_grants g ON g.workspace_id = account.workspace_id
       WHERE g.id = ${grantId} AND ${credits} + ${used} <= g.credit_limit FOR UPDATE OF g)`;

/** The condition that no limit of a grant stands in the way. */
export const isAllowed = sql`(${grantId} IS NULL OR EXISTS (SELECT FROM allowance))`;

/** Counts the use of the grant. @param taken the part that has a row where the credits were taken */
export function countUseOfGrant(taken: Fragment) {
  return sql`
       UPDATE mcp_grants g SET credits_used = allowance.used, cycle_started_at = allowance.cycle_started_at
       FROM allowance, ${taken} WHERE g.id = allowance.id`;
}

/** Gives the room under the limit back. @param hold the part that has the released hold */
export function returnRoomOfGrant(hold: Fragment) {
  return sql`
       UPDATE mcp_grants g SET credits_used = g.credits_used - ${hold}.credits FROM ${hold}
       WHERE g.id = ${hold}.grant_id AND g.cycle_started_at = ${hold}.cycle_started_at`;
}

const readLeft = statement(
  'billing.leftToGrant',
  z.strictObject({ left: z.int() }),
  sql`SELECT greatest(0, g.credit_limit - ${used}) AS left
      FROM mcp_grants g JOIN credit_accounts account ON account.workspace_id = g.workspace_id
      WHERE g.workspace_id = ${param('workspaceId', 'uuid')} AND g.id = ${param('grantId', 'uuid')} AND g.credit_limit IS NOT NULL`,
);

/** The credits that the limit of a grant leaves in this cycle; null if it has no limit. */
export async function leftToGrant(
  { workspaceId }: Tenant,
  id: string,
  transaction?: Transaction,
): Promise<number | null> {
  const found = await readLeft.first({ workspaceId, grantId: id }, transaction);
  return found?.left ?? null;
}
