import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import type { DayRange } from '../../domain/statistics';
import { platformColumn } from '../database/columns';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { OrganizationTenant } from '../database/Tenant';

const noteCounters = command(
  'snapshots.note',
  sql`INSERT INTO channel_snapshots (connection_id, day, subscribers, total_views)
      SELECT given.id, (now() AT TIME ZONE 'UTC')::date, given.subscribers, given.views
      FROM unnest(${param('ids', 'uuid[]')}, ${param('subscribers', 'bigint[]')}, ${param('views', 'bigint[]')})
        AS given (id, subscribers, views)
      JOIN (SELECT id FROM connections WHERE id = ANY(${param('ids', 'uuid[]')}) AND data_erased_at IS NULL ORDER BY id FOR KEY SHARE) c
        ON c.id = given.id ON CONFLICT DO NOTHING`,
);

const Growth = z.strictObject({
  connectionId: z.uuid(),
  name: z.string(),
  platform: platformColumn,
  /** The days with a snapshot, counted from the first of the range, in no order; and the counters of each in their order. */
  places: z.array(z.int()),
  subscribers: z.array(z.int().nullable()),
  totalViews: z.array(z.int().nullable()),
});

const first = param('first', 'date');
const connectionId = param('connectionId', 'uuid', 'orNull');
const readGrowth = statement(
  'snapshots.readGrowth',
  Growth,
  sql`SELECT c.id AS "connectionId", c.name, c.platform, coalesce(s.places, '[]') AS places,
             coalesce(s.subscribers, '[]') AS subscribers, coalesce(s.views, '[]') AS "totalViews"
      FROM connections c LEFT JOIN LATERAL (
        SELECT to_json(array_agg(s.day - ${first})) AS places, to_json(array_agg(s.subscribers)) AS subscribers,
               to_json(array_agg(s.total_views)) AS views
        FROM channel_snapshots s
        WHERE s.connection_id = c.id AND s.day BETWEEN ${first} AND ${param('last', 'date')}) s ON true
      WHERE c.workspace_id = ${param('workspaceId', 'uuid')} AND c.organization_id = ${param('organizationId', 'uuid')}
        AND c.removed_at IS NULL AND (${connectionId} IS NULL OR c.id = ${connectionId})
      ORDER BY c.name, c.id`,
);

/**
 * The counters of a channel on one day (UTC); null for a counter that the platform did not tell. A day without a
 * request to the platform has no row.
 */
export class ChannelSnapshot extends Model<InferAttributes<ChannelSnapshot>, InferCreationAttributes<ChannelSnapshot>> {
  declare connectionId: string;
  declare day: string;
  declare subscribers: number | null;
  declare totalViews: number | null;

  /** Records counters as today's counters; counters that today has already stay. */
  static async note(counters: readonly ChannelCounters[]): Promise<void> {
    await noteCounters.run({
      ids: counters.map(({ connectionId }) => connectionId),
      subscribers: counters.map(({ subscribers }) => subscribers),
      views: counters.map(({ totalViews }) => totalViews),
    });
  }

  /** The counters of each of an organization's channels in a range, by name; or of one channel only. */
  static async growth(
    { workspaceId, organizationId }: OrganizationTenant,
    { first, last }: DayRange,
    connectionId?: string,
  ): Promise<ChannelGrowth[]> {
    return readGrowth.all({ workspaceId, organizationId, first, last, connectionId: connectionId ?? null });
  }
}

export interface ChannelCounters {
  connectionId: string;
  subscribers: number | null;
  totalViews: number | null;
}

export type ChannelGrowth = z.infer<typeof Growth>;

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
