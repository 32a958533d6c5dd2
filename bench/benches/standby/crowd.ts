import type { Client } from 'pg';
import type { Workshop } from '../../Bench';
import { withDatabase } from '../../tools/withDatabase';

const mark = 'bench-standby';
const credits = 10;
const dueInDays = 200;
/** The longest statement writes a row for each. */
const writeTimeoutMs = 20 * 60_000;

/** The owner of the assignments that stand by. */
export interface Owner {
  readonly workspaceId: string;
  readonly connectionId: string;
}

/** Very many assignments that stand by at times. */
export interface Crowd {
  /** Lets them come or go, unless they have. */
  readonly set: (isThere: boolean) => Promise<void>;
}

export function openCrowd({ say }: Workshop, databaseUrl: string, owner: Owner, count: number): Crowd {
  let isHere = false;
  return {
    set: async (isThere) => {
      if (isThere === isHere) return;
      say(`  ${isThere ? 'Writing' : 'Removing'} ${count} assignments that stand by`);
      await withDatabase(databaseUrl, async (client) => {
        await client.query(`SET statement_timeout = ${writeTimeoutMs}`);
        await (isThere ? add(client, owner, count) : remove(client, owner));
        await client.query('VACUUM ANALYZE');
      });
      isHere = isThere;
    },
  };
}

/**
 * Writes so many scheduled assignments as the service leaves them once they have been handed to Temporal: the row, its event,
 * the order that was carried out and the hold.
 */
async function add(client: Client, { workspaceId, connectionId }: Owner, count: number): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, media_url,
       scheduled_at, next_work, next_at, external_id, hold_id)
     SELECT gen_random_uuid(), $1, (SELECT organization_id FROM connections WHERE id = $2), $2, 'youtube', 'video', 'pending',
       '{"title": "Bench", "privacy": "public"}', 'http://127.0.0.1/standby.mp4', due, 'upload', due - interval '10 minutes',
       '${mark}', gen_random_uuid()
     FROM (SELECT now() + make_interval(days => ${dueInDays}, secs => n) AS due FROM generate_series(1, $3::integer) AS n) AS dues`,
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
  await hold(client, workspaceId, count * credits);
  await client.query('COMMIT');
}

/** Removes them all, from the append-only ledger too, for which triggers have to be off. */
async function remove(client: Client, { workspaceId }: Owner): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    `CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT id FROM assignments WHERE external_id = '${mark}'`,
  );
  await client.query('ANALYZE gone');
  await client.query('DELETE FROM assignment_events USING gone WHERE assignment_id = gone.id');
  await client.query('DELETE FROM outbox USING gone WHERE subject_id = gone.id');
  const { rowCount } = await client.query('DELETE FROM credit_entries USING gone WHERE assignment_id = gone.id');
  await client.query('DELETE FROM assignments USING gone WHERE assignments.id = gone.id');
  await hold(client, workspaceId, -(rowCount ?? 0) * credits);
  await client.query('COMMIT');
}

async function hold(client: Client, workspaceId: string, held: number): Promise<void> {
  await client.query('UPDATE credit_accounts SET held = held + $2 WHERE workspace_id = $1', [workspaceId, held]);
}
