import type { PlatformSlug } from '../../../domain/platform';
import type { TestDatabase } from '../../support/servers/database';

interface Counted {
  workspaceId: string;
  organizationId: string;
  platform?: PlatformSlug;
  connectionId?: string;
}

export interface DayCount {
  day: string;
  measure: string;
  amount: number;
}

/** The statistics that an organization must have, counted from its assignments, their timelines and the ledger. */
export async function countAll(database: TestDatabase, counted: Counted): Promise<DayCount[]> {
  const { workspaceId, organizationId, platform = null, connectionId = null } = counted;
  const isFiltered = platform !== null || connectionId !== null;
  return database.query<DayCount>(
    `WITH fitting AS (
       SELECT * FROM assignments WHERE organization_id = $2
         AND ($3::text IS NULL OR platform = $3) AND ($4::uuid IS NULL OR connection_id = $4))
     SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, measure, sum(amount)::int AS amount FROM (
       SELECT created_at, 'created', 1 FROM fitting
       UNION ALL SELECT created_at, 'in.' || status, 1 FROM fitting WHERE NOT $5
       UNION ALL SELECT e.at, e.status, 1 FROM assignment_events e JOIN fitting ON fitting.id = e.assignment_id
                 WHERE e.status IN ('published', 'failed', 'cancelled')
       UNION ALL SELECT created_at, 'credits', credits FROM credit_entries
                 WHERE workspace_id = $1 AND type = 'charge'
                   AND (NOT $5 OR assignment_id IN (SELECT id FROM fitting))
     ) AS what (at, measure, amount) GROUP BY 1, 2 ORDER BY 1, 2`,
    [workspaceId, organizationId, platform, connectionId, isFiltered],
  );
}

/** Everything that has happened in a workspace, happened a day earlier. */
export async function passDay(database: TestDatabase, workspaceId: string): Promise<void> {
  const ofWorkspace = [workspaceId];
  const shifts = [
    `UPDATE assignments SET created_at = created_at - interval '1 day', published_at = published_at - interval '1 day'
     WHERE workspace_id = $1 RETURNING 1`,
    `UPDATE assignment_events SET at = at - interval '1 day'
     WHERE assignment_id IN (SELECT id FROM assignments WHERE workspace_id = $1) RETURNING 1`,
    `UPDATE statistic_changes SET day = day - 1, created_on = created_on - 1 WHERE workspace_id = $1 RETURNING 1`,
    // Far away first: a day may not meet the day before.
    `UPDATE daily_statistics SET day = day - 100000 WHERE workspace_id = $1 RETURNING 1`,
    `UPDATE daily_statistics SET day = day + 99999 WHERE workspace_id = $1 RETURNING 1`,
    `UPDATE credit_entries SET created_at = created_at - interval '1 day' WHERE workspace_id = $1 RETURNING 1`,
  ];
  await database.query('ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only');
  for (const shift of shifts) await database.query(shift, ofWorkspace);
  await database.query('ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only');
}
