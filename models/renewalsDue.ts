import type { PlatformSlug } from '../domain/platform';
import { Connection } from './Connection';
import { renewAheadMs } from './connectionTokens';
import { rows } from './sql';

/** A token has to outlast every job that is due within this time. */
const jobsAheadHours = 2;
/** Whatever has not been renewed for this long is, so that each connection is tried about once a day. */
const idleHours = 22;

/**
 * Active connections of a platform whose tokens should be renewed now, in the order of their ids: the access token does
 * not outlast the jobs due within 2 hours, or nothing has renewed it for most of a day, so that a refresh token that
 * has stopped working is noticed before a job needs it (contract.md §4). A token that has run out and that nothing can
 * renew is among them, to be found expired.
 *
 * A renewal writes `updated_at` and, later still, when the new token runs out: the last one was before both.
 */
export async function connectionsToRenew(
  platform: PlatformSlug,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const due = await rows<{ id: string }>(
    Connection,
    `WITH jobs AS (
       SELECT connection_id, max(scheduled_at) AS last_at FROM assignments
       WHERE status IN ('pending', 'uploaded')
         AND scheduled_at <= clock_timestamp() + make_interval(hours => ${jobsAheadHours})
       GROUP BY connection_id)
     SELECT c.id FROM connections c LEFT JOIN jobs ON jobs.connection_id = c.id
     WHERE c.platform = $platform AND ($afterId::uuid IS NULL OR c.id > $afterId::uuid)
       AND c.is_active AND c.token_status = 'valid'
       AND CASE WHEN c.refresh_token IS NULL THEN c.token_expires_at <= clock_timestamp()
                ELSE c.token_expires_at < jobs.last_at + make_interval(secs => ${renewAheadMs / 1000})
                  OR least(c.updated_at, c.token_expires_at) < clock_timestamp() - make_interval(hours => ${idleHours}) END
     ORDER BY c.id LIMIT $limit`,
    { platform, afterId, limit },
  );
  return due.map(({ id }) => id);
}
