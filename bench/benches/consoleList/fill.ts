import type { Client } from 'pg';

/** The owner of the assignments. */
export interface Owner {
  readonly workspaceId: string;
  readonly organizationId: string;
}

export const connectionsPerPlatform = 25;

/** The longest statement writes all rows. */
const fillTimeoutMs = 20 * 60_000;

/**
 * Writes channels of both platforms, and so many assignments, the last of them now: some words stand in every third
 * title, others in every thousandth. Nothing remains to be done: pending assignments are scheduled for next year.
 * @param everySeconds the time between two assignments; by default a million take two years
 * @returns the ids of the channels, the YouTube ones first
 */
export async function fill(client: Client, owner: Owner, count: number, everySeconds = 60): Promise<string[]> {
  const { workspaceId, organizationId } = owner;
  await client.query(`SET statement_timeout = ${fillTimeoutMs}`);
  const ids = await addChannels(client, owner);
  await client.query(insertAssignments, [
    workspaceId,
    organizationId,
    count,
    ids,
    connectionsPerPlatform,
    everySeconds,
  ]);
  await client.query('VACUUM ANALYZE assignments');
  await client.query('ANALYZE connections');
  return ids;
}

/** Writes channels of both platforms, which have no token. @returns their ids, the YouTube ones first */
export async function addChannels(client: Client, { workspaceId, organizationId }: Owner): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO connections (id, workspace_id, organization_id, platform, external_platform_id, name, token_status, metadata)
     SELECT gen_random_uuid(), $1, $2, CASE WHEN n <= $3 THEN 'youtube' ELSE 'facebook' END, 'bench-' || n, 'Channel ' || n, 'missing', '{}'
     FROM generate_series(1, 2 * $3::int) n RETURNING id`,
    [workspaceId, organizationId, connectionsPerPlatform],
  );
  return rows.map(({ id }) => id);
}

/** `hash` is the same for the same number, and has no pattern: a column says nothing of another column. */
const hash = (salt: number, below: number) => `(abs(hashint8extended(n, ${salt})) % ${below})`;

const insertAssignments = `
INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, external_id, hold_id,
  created_at, updated_at, scheduled_at, published_at)
SELECT gen_random_uuid(), $1, $2, ($4::uuid[])[channel + 1], CASE WHEN channel < $5 THEN 'youtube' ELSE 'facebook' END,
       CASE WHEN channel < $5 THEN (ARRAY['video', 'video', 'video', 'short'])[1 + ${hash(3, 4)}]
            ELSE (ARRAY['video', 'image', 'link', 'text', 'reel', 'story', 'carousel', 'image'])[1 + ${hash(4, 8)}] END,
       status, jsonb_build_object('title', title), CASE WHEN n % 2 = 0 THEN 'order-' || n END, gen_random_uuid(),
       created_at, created_at,
       CASE WHEN status = 'pending' THEN now() + make_interval(days => 300, secs => n)
            WHEN ${hash(5, 10)} < 4 THEN created_at + interval '1 day' END,
       CASE WHEN status = 'published' THEN created_at + interval '2 hours' END
FROM (
  SELECT n, ${hash(1, 50)} AS channel, now() - make_interval(secs => ($3::int - n) * $6::float8) AS created_at,
         (ARRAY['published', 'published', 'published', 'published', 'published', 'published', 'published', 'failed', 'cancelled', 'pending'])[1 + ${hash(2, 10)}] AS status,
         concat_ws(' ', 'Post', n, CASE WHEN ${hash(6, 3)} = 0 THEN 'coast' END, CASE WHEN ${hash(7, 30)} = 0 THEN 'harbour' END,
                   CASE WHEN ${hash(8, 1000)} = 0 THEN 'zephyr' END) AS title
  FROM generate_series(1, $3::int) n) made`;
