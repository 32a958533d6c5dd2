import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';

const ChannelToCount = z.strictObject({ id: z.uuid(), workspaceId: z.uuid(), externalPlatformId: z.string() });
export type ChannelToCount = z.infer<typeof ChannelToCount>;

const afterId = param('afterId', 'uuid', 'orNull');
const readDue = statement(
  'snapshots.readDue',
  ChannelToCount,
  sql`SELECT c.id, c.workspace_id AS "workspaceId", c.external_platform_id AS "externalPlatformId" FROM connections c
      WHERE c.platform = ${param('platform', 'text')} AND c.is_active AND c.token_status = 'valid' AND c.removed_at IS NULL
        AND (${afterId} IS NULL OR (c.workspace_id, c.id) > (${param('afterWorkspace', 'uuid', 'orNull')}, ${afterId}))
        AND NOT EXISTS (SELECT 1 FROM channel_snapshots s
                        WHERE s.connection_id = c.id AND s.day = (now() AT TIME ZONE 'UTC')::date)
      ORDER BY c.workspace_id, c.id LIMIT ${param('limit', 'bigint')}`,
);

/**
 * Connections of a platform that can be asked and have no snapshot of today (UTC), workspace by workspace.
 * @param after the last connection of the batch before
 */
export async function channelsToCount(
  platform: PlatformSlug,
  after: ChannelToCount | null,
  limit: number,
): Promise<ChannelToCount[]> {
  return readDue.all({ platform, limit, afterId: after?.id ?? null, afterWorkspace: after?.workspaceId ?? null });
}
