import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { PlatformSlug } from '../../domain/platform';
import type { DayRange } from '../../domain/statistics';
import { Connection } from '../connections/Connection';
import { rows } from '../database/sql';
import type { OrganizationTenant } from '../database/Tenant';

/**
 * The counters of a channel on one day (UTC); null for what the platform did not tell. A day on which it was not asked has
 * no row.
 */
export class ChannelSnapshot extends Model<InferAttributes<ChannelSnapshot>, InferCreationAttributes<ChannelSnapshot>> {
  declare connectionId: string;
  declare day: string;
  declare subscribers: number | null;
  declare totalViews: number | null;

  /** Notes counters as those of today; what is noted of today already stays. */
  static async note(counters: readonly ChannelCounters[]): Promise<void> {
    await rows(
      ChannelSnapshot,
      `INSERT INTO channel_snapshots (connection_id, day, subscribers, total_views)
       SELECT given.id, (now() AT TIME ZONE 'UTC')::date, given.subscribers, given.views
       FROM unnest($ids::uuid[], $subscribers::bigint[], $views::bigint[]) AS given (id, subscribers, views)
       JOIN connections c ON c.id = given.id ON CONFLICT DO NOTHING`,
      {
        ids: counters.map(({ connectionId }) => connectionId),
        subscribers: counters.map(({ subscribers }) => subscribers),
        views: counters.map(({ totalViews }) => totalViews),
      },
    );
  }

  /** The counters of each of an organization's channels in a range, by name; or of one channel only. */
  static async growth(
    { workspaceId, organizationId }: OrganizationTenant,
    { first, last }: DayRange,
    connectionId?: string,
  ): Promise<ChannelGrowth[]> {
    return rows<ChannelGrowth>(
      Connection,
      `SELECT c.id AS "connectionId", c.name, c.platform, coalesce(s.places, '[]') AS places,
              coalesce(s.subscribers, '[]') AS subscribers, coalesce(s.views, '[]') AS "totalViews"
       FROM connections c LEFT JOIN LATERAL (
         SELECT to_json(array_agg(s.day - $first::date)) AS places, to_json(array_agg(s.subscribers)) AS subscribers,
                to_json(array_agg(s.total_views)) AS views
         FROM channel_snapshots s WHERE s.connection_id = c.id AND s.day BETWEEN $first::date AND $last::date) s ON true
       WHERE c.workspace_id = $workspaceId AND c.organization_id = $organizationId AND c.removed_at IS NULL
         AND ($connectionId::uuid IS NULL OR c.id = $connectionId::uuid)
       ORDER BY c.name, c.id`,
      { workspaceId, organizationId, first, last, connectionId: connectionId ?? null },
    );
  }
}

export interface ChannelCounters {
  connectionId: string;
  subscribers: number | null;
  totalViews: number | null;
}

export interface ChannelGrowth {
  connectionId: string;
  name: string;
  platform: PlatformSlug;
  /** The days with a snapshot, counted from the first of the range, in no order; and the counters of each in their order. */
  places: readonly number[];
  subscribers: readonly (number | null)[];
  totalViews: readonly (number | null)[];
}

export function initialize(sequelize: Sequelize): void {
  ChannelSnapshot.init(
    {
      connectionId: { type: DataTypes.UUID, primaryKey: true },
      day: { type: DataTypes.DATEONLY, primaryKey: true },
      subscribers: DataTypes.BIGINT,
      totalViews: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'channel_snapshots' },
  );
}
