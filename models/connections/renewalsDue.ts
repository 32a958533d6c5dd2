import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { renewAheadMs } from './tokenRows';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import { statement } from '../database/statement';

/** A connection of any tenant that `connectionsToRenew` finds. */
const Due = z.strictObject({ id: z.uuid(), platform: platformColumn });
export type DueConnection = z.infer<typeof Due>;

/** A token has to outlast, until then, every assignment whose preparation begins before. */
const horizon = sql`now() + interval '2 hours'`;
/** A connection that was not renewed for this long is due, so that each is tried about once a day. */
const idleHours = 22;
/** A token that lasts for weeks is renewed this long before it ends, while a refusal can still be mended in time. */
const aheadOfEnd = sql`interval '7 days'`;

const afterId = param('afterId', 'uuid', 'orNull');
const toRenew = statement(
  'connections.toRenew',
  Due,
  sql`WITH assignments AS (
        SELECT a.connection_id, max(least(a.scheduled_at, ${horizon})) AS last_at FROM assignments a
        WHERE a.status IN ('pending', 'uploading', 'uploaded') AND a.scheduled_at IS NOT NULL
          AND a.next_work IS NOT NULL AND coalesce(a.next_at, '-infinity') <= ${horizon}
        GROUP BY a.connection_id)
      SELECT c.id, c.platform FROM connections c LEFT JOIN assignments ON assignments.connection_id = c.id
      WHERE c.platform = ${param('platform', 'text')} AND (${afterId} IS NULL OR c.id > ${afterId})
        AND c.is_active AND c.token_status = 'valid'
        AND CASE WHEN c.refresh_token IS NULL THEN c.token_expires_at <= clock_timestamp()
                 ELSE c.token_expires_at < assignments.last_at + make_interval(secs => ${constant(renewAheadMs / 1000)})
                   OR c.token_expires_at < clock_timestamp() + ${aheadOfEnd} AND c.tokens_stored_at < c.token_expires_at - ${aheadOfEnd}
                   OR least(c.tokens_stored_at, c.token_expires_at) < clock_timestamp() - make_interval(hours => ${constant(idleHours)}) END
      ORDER BY c.id LIMIT ${param('limit', 'bigint')}`,
);

/**
 * Active connections of a platform whose tokens should be renewed now, in the order of their ids: the access token does
 * not outlast the assignments that begin within 2 hours, or it has got into the last 7 days before its end, or nothing has renewed
 * it for most of a day, so that a refresh token that has stopped working is noticed before an assignment needs it (contract.md §4).
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
  return toRenew.all({ platform, afterId, limit });
}
