import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { readAheadHours } from '../../domain/statistics/readings';
import { param, sql } from '../database/fragment';
import { asked } from '../database/fragments';
import { statement } from '../database/statement';

const Row = z.strictObject({
  assignmentId: z.uuid(),
  connectionId: z.uuid(),
  /** The platform's id of the post. */
  postId: z.string().nullable(),
  publishedAt: z.date(),
  nextAt: z.date().nullable(),
  /** False: its time comes soon, and it may be read in the same call as a post that is due. */
  isDue: z.boolean(),
  /** The workspace wants it, and the connection can be asked: what was granted is not judged here. */
  isWanted: z.boolean(),
  permissions: z.array(z.string()),
});
export type DuePost = z.infer<typeof Row> & { nextAt: Date };

const platform = param('platform', 'text');
/** Posts are read ahead from their second day on. */
const isDueOrSoon = sql`r.next_reading_at <= now() + make_interval(hours => ${param('aheadHours', 'integer')})
  AND (r.next_reading_at <= now() OR r.published_at <= now() - interval '1 day')`;

const readDue = statement(
  'readings.due',
  Row,
  sql`SELECT r.assignment_id AS "assignmentId", c.id AS "connectionId", a.platform_post_id AS "postId", r.published_at AS "publishedAt",
             r.next_reading_at AS "nextAt", r.next_reading_at <= now() AS "isDue", c.permissions,
             w.post_statistics AND c.removed_at IS NULL AND c.token_status = 'valid'
               AND (c.erase_posts_until IS NULL OR r.published_at > c.erase_posts_until) AS "isWanted"
      FROM (SELECT DISTINCT connection_id FROM (
              SELECT connection_id FROM read_posts WHERE platform = ${platform} AND next_reading_at <= now()
              ORDER BY next_reading_at LIMIT ${param('limit', 'bigint')}) longest) due
      CROSS JOIN LATERAL (SELECT * FROM connections WHERE id = due.connection_id ${asked}) c
      CROSS JOIN LATERAL (SELECT post_statistics FROM workspaces WHERE id = c.workspace_id ${asked}) w
      CROSS JOIN LATERAL (
        SELECT * FROM read_posts r WHERE r.connection_id = c.id AND ${isDueOrSoon}
        ORDER BY r.next_reading_at LIMIT ${param('ofConnection', 'bigint')}) r
      CROSS JOIN LATERAL (SELECT platform_post_id FROM assignments WHERE id = r.assignment_id ${asked}) a
      ORDER BY c.id, r.next_reading_at`,
);

interface DueLimits {
  /** Posts whose connections are looked at: those that are due for the longest time. */
  readonly limit: number;
  /** Posts of one connection. */
  readonly ofConnection: number;
  /** Whether posts whose time comes soon may be read with the others. */
  readonly readsAhead: boolean;
}

/** Posts of a platform whose numbers are due, channel by channel, the longest due first. Reads no other posts. */
export async function readingsDue(slug: PlatformSlug, { readsAhead, ...limits }: DueLimits): Promise<DuePost[]> {
  const found = await readDue.all({ platform: slug, aheadHours: readsAhead ? readAheadHours : 0, ...limits });
  return found.flatMap(({ nextAt, ...post }) => (nextAt ? [{ ...post, nextAt }] : []));
}
