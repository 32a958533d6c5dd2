import type { Client } from 'pg';
import { removeJobs } from '../../removeJobs';

const mark = 'bench-standby';
const credits = 10;
const dueInDays = 200;

/** The owner of the jobs that stand by: the same caller as of those that are created beside them. */
export interface Owner {
  readonly workspaceId: string;
  readonly connectionId: string;
}

/**
 * Writes so many scheduled jobs as the service leaves them once they have been handed to Temporal: the row, its event,
 * the order that was carried out and the hold.
 */
export async function addWaitingJobs(client: Client, owner: Owner, count: number): Promise<void> {
  const { workspaceId, connectionId } = owner;
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, media_url,
       scheduled_at, external_id, hold_id)
     SELECT gen_random_uuid(), $1, (SELECT organization_id FROM connections WHERE id = $2), $2, 'youtube', 'video', 'pending', '{"title": "Bench", "privacy": "public"}',
       'http://127.0.0.1/standby.mp4', now() + make_interval(days => ${dueInDays}, secs => n), '${mark}',
       gen_random_uuid()
     FROM generate_series(1, $3::integer) AS n`,
    [workspaceId, connectionId, count],
  );
  await client.query(
    `INSERT INTO assignment_events (assignment_id, generation, status)
     SELECT id, 1, 'pending' FROM assignments WHERE external_id = '${mark}'`,
  );
  await client.query(
    `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, dispatched_at, outcome)
     SELECT 'start', 'publishAssignment', id, 1, workspace_id, now(), 'sent' FROM assignments WHERE external_id = '${mark}'`,
  );
  await client.query(
    `INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
       hold_id, cycle_credits, cycle_started_at, description)
     SELECT gen_random_uuid(), workspace_id, 'hold', ${credits}, -${credits}, 0, 'publish.video', id, hold_id,
       ${credits}, now(), 'Held for publish.video' FROM assignments WHERE external_id = '${mark}'`,
  );
  await client.query('UPDATE credit_accounts SET held = held + $2 WHERE workspace_id = $1', [
    workspaceId,
    count * credits,
  ]);
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE');
}

/** Removes them all. */
export async function removeWaitingJobs(client: Client, { workspaceId }: Owner): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM assignments WHERE external_id = '${mark}'`);
  await removeJobs(
    client,
    workspaceId,
    rows.map(({ id }) => id),
  );
}
