import type { TestApp } from '../callers/app';

/** The number of rows that a workspace's requests have left in the tables that create writes. */
export async function writtenBy(app: TestApp, { workspaceId }: { workspaceId: string }) {
  const [counts] = await app.database.query(
    `SELECT (SELECT count(*) FROM assignments WHERE workspace_id = $1) AS assignments,
            (SELECT count(*) FROM credit_entries WHERE workspace_id = $1 AND type = 'hold') AS holds,
            (SELECT count(*) FROM idempotency_keys WHERE workspace_id = $1) AS keys,
            (SELECT count(*) FROM outbox o JOIN assignments a ON a.id = o.subject_id WHERE a.workspace_id = $1) AS starts`,
    [workspaceId],
  );
  return counts;
}

export const nothing = { assignments: 0, holds: 0, keys: 0, starts: 0 };
