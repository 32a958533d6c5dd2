import { MemberCredits } from './MemberCredits';
import { rows } from '../database/sql';
import type { Tenant } from '../database/Tenant';

export interface MemberUsage {
  /** Null: the workspace's API key and assistants. */
  userId: string | null;
  name: string | null;
  email: string | null;
  /** For how many assignments they have held credits. */
  assignments: number;
  /** Held and charged. */
  creditsUsed: number;
}

/**
 * The use of the present cycle's credits by the API key, each member, and each former member with a use. The largest
 * use comes first.
 */
export async function usageByMember({ workspaceId }: Tenant): Promise<MemberUsage[]> {
  return rows<MemberUsage>(
    MemberCredits,
    `WITH used AS (
       SELECT e.user_id, count(DISTINCT e.assignment_id) FILTER (WHERE e.type = 'hold') AS assignments,
              sum(CASE e.type WHEN 'hold' THEN e.credits WHEN 'release' THEN -e.credits ELSE 0 END) AS credits
       FROM credit_accounts a JOIN credit_entries e ON e.workspace_id = a.workspace_id
         AND e.created_at >= a.cycle_started_at AND e.cycle_started_at = a.cycle_started_at
       WHERE a.workspace_id = $workspaceId GROUP BY e.user_id
       UNION ALL SELECT NULL, 0, 0
       UNION ALL SELECT DISTINCT m.user_id, 0, 0::numeric FROM memberships m
         JOIN organizations o ON o.id = m.organization_id WHERE o.workspace_id = $workspaceId)
     SELECT used.user_id AS "userId", u.name, u.email, sum(used.assignments)::int AS assignments,
            sum(used.credits)::int AS "creditsUsed"
     FROM used LEFT JOIN users u ON u.id = used.user_id
     GROUP BY used.user_id, u.name, u.email ORDER BY "creditsUsed" DESC, u.name, used.user_id`,
    { workspaceId },
  );
}
