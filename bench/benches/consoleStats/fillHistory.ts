import type { Client } from 'pg';
import type { Owner } from '../consoleList/fill';

/** Of the bench's service: what transitions and charges would have noted, and a snapshot of each channel on each day. */
export async function fillHistory(client: Client, { workspaceId, organizationId }: Owner): Promise<void> {
  await client.query(noteCreations, [organizationId]);
  await client.query(noteEnds, [organizationId]);
  await client.query(noteCharges, [organizationId]);
  await client.query(writeSnapshots, [workspaceId]);
  await client.query('ANALYZE statistic_changes');
  await client.query('VACUUM ANALYZE channel_snapshots');
}

/** The number of changes that a busy minute leaves to be folded. */
export const freshChanges = 7000;

/** Notes that many more, of each kind as many: creations, ends with the time that they took, and charges. */
export async function noteFresh(client: Client, { organizationId }: Owner): Promise<void> {
  for (const note of [noteCreations, noteEnds, noteCharges])
    await client.query(`${note} LIMIT ${Math.ceil(freshChanges / 3)}`, [organizationId]);
}

/** The number of assignments of the last so many days, by their rows. */
export async function countCreated(client: Client, { organizationId }: Owner, days: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM assignments WHERE organization_id = $1
       AND created_at >= (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $2 - 1)) AT TIME ZONE 'UTC'`,
    [organizationId, days],
  );
  return Number(rows[0]?.count);
}

const dayOf = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;
const columns = 'workspace_id, organization_id, connection_id, platform';

const noteCreations = `
INSERT INTO statistic_changes (${columns}, created_on, day, to_status)
SELECT ${columns}, ${dayOf('created_at')}, ${dayOf('created_at')}, 'pending' FROM assignments WHERE organization_id = $1`;

/** A post takes from a second to two hours, any time as likely as ten times as much. */
const tookMs = '(1000 * exp(abs(hashint8extended(hashtext(id::text), 9)) % 8900 / 1000.0))::bigint';

const noteEnds = `
INSERT INTO statistic_changes (${columns}, created_on, day, from_status, to_status, took_ms)
SELECT ${columns}, ${dayOf('created_at')}, ${dayOf('coalesce(published_at, created_at)')}, 'pending', status,
       CASE WHEN status = 'published' THEN ${tookMs} END
FROM assignments WHERE organization_id = $1 AND status <> 'pending'`;

const noteCharges = `
INSERT INTO statistic_changes (${columns}, day, credits)
SELECT ${columns}, ${dayOf('published_at')}, 5 FROM assignments WHERE organization_id = $1 AND status = 'published'`;

const writeSnapshots = `
INSERT INTO channel_snapshots (connection_id, day, subscribers, total_views)
SELECT c.id, ${dayOf('now()')} - n, 10000 - n, 1000000 - 100 * n
FROM connections c CROSS JOIN generate_series(0, 364) n WHERE c.workspace_id = $1`;
