import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const MemberUsage = z.strictObject({
  /** Null: the workspace's API key and assistants. */
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** For how many assignments they have held credits. */
  assignments: z.int(),
  /** Held and charged. */
  creditsUsed: z.int(),
});
export type MemberUsage = z.infer<typeof MemberUsage>;

const workspaceId = param('workspaceId', 'uuid');
const readUsage = statement(
  'billing.usageByMember',
  MemberUsage,
  sql`WITH used AS (
        SELECT e.user_id, count(DISTINCT e.assignment_id) FILTER (WHERE e.type = 'hold') AS assignments,
               sum(CASE e.type WHEN 'hold' THEN e.credits WHEN 'release' THEN -e.credits ELSE 0 END) AS credits
        FROM credit_accounts a JOIN credit_entries e ON e.workspace_id = a.workspace_id
          AND e.created_at >= a.cycle_started_at AND e.cycle_started_at = a.cycle_started_at
        WHERE a.workspace_id = ${workspaceId} GROUP BY e.user_id
        UNION ALL SELECT NULL, 0, 0
        UNION ALL SELECT DISTINCT m.user_id, 0, 0::numeric FROM memberships m
          JOIN organizations o ON o.id = m.organization_id WHERE o.workspace_id = ${workspaceId})
      SELECT used.user_id AS "userId", u.name, u.email, sum(used.assignments)::int AS assignments,
             sum(used.credits)::int AS "creditsUsed"
      FROM used LEFT JOIN users u ON u.id = used.user_id
      GROUP BY used.user_id, u.name, u.email ORDER BY "creditsUsed" DESC, u.name, used.user_id`,
);

/**
 * The use of the present cycle's credits by the API key, each member, and each former member with a use. The largest
 * use comes first.
 */
export async function usageByMember({ workspaceId }: Tenant): Promise<MemberUsage[]> {
  return readUsage.all({ workspaceId });
}
