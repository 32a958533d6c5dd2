import type { PlatformSlug } from '../../domain/platform';
import { Connection } from './Connection';
import { renewAheadMs } from './tokenRows';
import { rows } from '../database/sql';

/** A connection of any tenant that `connectionsToRenew` finds. */
export type DueConnection = Pick<Connection, 'id' | 'platform'>;

/** A token has to outlast, until then, every job whose preparation begins before. */
const horizon = "clock_timestamp() + interval '2 hours'";
/** A connection that was not renewed for this long is due, so that each is tried about once a day. */
const idleHours = 22;
/** A token that lasts for weeks is renewed this long before it ends, while a refusal can still be mended in time. */
const aheadOfEnd = "interval '7 days'";

/**
 * Active connections of a platform whose tokens should be renewed now, in the order of their ids: the access token does
 * not outlast the jobs that begin within 2 hours, or it has got into the last 7 days before its end, or nothing has renewed
 * it for most of a day, so that a refresh token that has stopped working is noticed before a job needs it (contract.md §4).
 * A token that has run out and that nothing can renew is among them, to be found expired. An edit of a connection delays
 * none of this.
 *
 * A token whose grant ends soon is renewed to the same end; within these 7 days it is then tried about once a day.
 */
export async function connectionsToRenew(
  platform: PlatformSlug,
  afterId: string | null,
  limit: number,
): Promise<DueConnection[]> {
  return rows<DueConnection>(
    Connection,
    `WITH jobs AS (
       SELECT a.connection_id, max(least(a.scheduled_at, ${horizon})) AS last_at FROM assignments a
       WHERE a.status IN ('pending', 'uploading', 'uploaded') AND a.scheduled_at IS NOT NULL AND (a.next_at <= ${horizon} OR a.next_at IS NULL)
       GROUP BY a.connection_id)
     SELECT c.id, c.platform FROM connections c LEFT JOIN jobs ON jobs.connection_id = c.id
     WHERE c.platform = $platform AND ($afterId::uuid IS NULL OR c.id > $afterId::uuid)
       AND c.is_active AND c.token_status = 'valid'
       AND CASE WHEN c.refresh_token IS NULL THEN c.token_expires_at <= clock_timestamp()
                ELSE c.token_expires_at < jobs.last_at + make_interval(secs => ${renewAheadMs / 1000})
                  OR c.token_expires_at < clock_timestamp() + ${aheadOfEnd} AND c.tokens_stored_at < c.token_expires_at - ${aheadOfEnd}
                  OR least(c.tokens_stored_at, c.token_expires_at) < clock_timestamp() - make_interval(hours => ${idleHours}) END
     ORDER BY c.id LIMIT $limit`,
    { platform, afterId, limit },
  );
}
