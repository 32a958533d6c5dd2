import type { Client } from 'pg';

/** Posts that are read in each round: copies of a post that the platform has. */
export const duePosts = 1000;
/** The numbers of each post that is not due, over as many days. */
const readingsEach = 5;

/** The workspace of the posts that are due. */
export interface Owner {
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly connectionId: string;
}

/**
 * Copies a published post, so that as many are read over time; the platform is asked for the same post each time.
 * @returns the ids of their assignments
 */
export async function addDuePosts(
  client: Client,
  { workspaceId, organizationId, connectionId }: Owner,
): Promise<string[]> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
     WHERE table_name = 'assignments' AND is_generated = 'NEVER'`,
  );
  const names = rows[0]?.names ?? '';
  const copied = await client.query<{ id: string }>(
    `INSERT INTO assignments (${names})
     SELECT ${names} FROM generate_series(1, ${duePosts}) n, LATERAL (
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'nth', n))).* FROM assignments a
       WHERE a.connection_id = $1 AND a.status = 'published' ORDER BY a.created_at LIMIT 1) post
     RETURNING id`,
    [connectionId],
  );
  const ids = copied.rows.map(({ id }) => id);
  await client.query(
    `INSERT INTO read_posts (assignment_id, workspace_id, organization_id, connection_id, platform, published_at, next_reading_at,
       read_at, views, likes, comments, shares)
     SELECT id, $2, $3, $4, 'youtube', now() - interval '40 days', now() + interval '1 day', now(), 2000000000, 2000000000, 2000000000, 2000000000
     FROM unnest($1::uuid[]) id`,
    [ids, workspaceId, organizationId, connectionId],
  );
  // The posts of the bench itself have their readings, too: they are not to come due meanwhile.
  await client.query(`UPDATE read_posts SET next_reading_at = now() + interval '1 day'`);
  return ids;
}

/**
 * Writes posts of the same organization whose numbers come later, with their readings. Nobody asks for their assignments, which are
 * not written: what is measured reads none of them. Their figures are below 0, so that the best posts are those that are there.
 */
export async function addOthers(
  client: Client,
  { workspaceId, organizationId }: Owner,
  from: number,
  to: number,
): Promise<void> {
  await client.query('SET session_replication_role = replica');
  const step = 100_000;
  for (let first = from + 1; first <= to; first += step) {
    const last = Math.min(first + step - 1, to);
    await client.query(
      `WITH posts AS (
         INSERT INTO read_posts (assignment_id, workspace_id, organization_id, connection_id, platform, published_at, next_reading_at,
           read_at, views, likes, comments, shares)
         SELECT gen_random_uuid(), $1, $2, md5('connection ' || n % 1000)::uuid, 'youtube', now() - interval '40 days',
                now() + interval '1 hour' + n % 100000 * interval '6 seconds', now(), -n, -n, -n, -n
         FROM generate_series(${first}, ${last}) n RETURNING assignment_id)
       INSERT INTO post_readings (assignment_id, at, views, likes, comments, shares)
       SELECT assignment_id, date_trunc('month', now()) + nth * interval '1 hour', nth, nth, nth, 0
       FROM posts CROSS JOIN generate_series(1, ${readingsEach}) nth`,
      [workspaceId, organizationId],
    );
  }
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE read_posts, post_readings');
  await client.query('CHECKPOINT');
}
