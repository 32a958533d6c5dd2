import type { PlatformSlug } from '../domain/platform';
import { Connection } from './Connection';
import { renewAheadMs } from './connectionTokens';
import { transferAt } from './lockedRow';
import { rows } from './sql';

/** A token has to outlast, until then, every job whose preparation begins before. */
const horizon = "clock_timestamp() + interval '2 hours'";
/** Whatever has not been renewed for this long is, so that each connection is tried about once a day. */
const idleHours = 22;

/**
 * Active connections of a platform whose tokens should be renewed now, in the order of their ids: the access token does
 * not outlast the jobs that begin within 2 hours, or nothing has renewed it for most of a day, so that a refresh token that
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
       SELECT a.connection_id, max(least(a.scheduled_at, ${horizon})) AS last_at FROM assignments a
       WHERE a.status IN ('pending', 'uploading', 'uploaded') AND ${transferAt} <= ${horizon}
       GROUP BY a.connection_id)
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
