import type { PlatformSlug } from '../../domain/platform';
import { Connection } from '../connections/Connection';
import { rows } from '../database/sql';

export interface ChannelToCount {
  id: string;
  workspaceId: string;
  externalPlatformId: string;
}

/**
 * Connections of a platform that can be asked and have no snapshot of today (UTC), those of a workspace one after the
 * other.
 * @param after the last one that was given
 */
export async function channelsToCount(
  platform: PlatformSlug,
  after: ChannelToCount | null,
  limit: number,
): Promise<ChannelToCount[]> {
  return rows<ChannelToCount>(
    Connection,
    `SELECT c.id, c.workspace_id AS "workspaceId", c.external_platform_id AS "externalPlatformId" FROM connections c
     WHERE c.platform = $platform AND c.is_active AND c.token_status = 'valid' AND c.removed_at IS NULL
       AND ($afterId::uuid IS NULL OR (c.workspace_id, c.id) > ($afterWorkspace::uuid, $afterId::uuid))
       AND NOT EXISTS (SELECT 1 FROM channel_snapshots s
                       WHERE s.connection_id = c.id AND s.day = (now() AT TIME ZONE 'UTC')::date)
     ORDER BY c.workspace_id, c.id LIMIT $limit`,
    { platform, limit, afterId: after?.id ?? null, afterWorkspace: after?.workspaceId ?? null },
  );
}
