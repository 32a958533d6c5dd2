import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { medianSeconds, spansOf } from '../../domain/statistics';
import type { DayRange, PublishTimes, Span } from '../../domain/statistics';
import { rows } from '../database/sql';
import { bucketOf } from './StatisticChange';
import type { OrganizationTenant } from '../database/Tenant';

/** The number of posts, by day and by month, that took about as long. Only `foldStatistics` writes it. */
export class PublishTime extends Model<InferAttributes<PublishTime>, InferCreationAttributes<PublishTime>> {
  declare workspaceId: string;
  declare organizationId: string;
  declare span: Span['span'];
  /** The day, or the first one of the month. */
  declare beginsOn: string;
  declare bucket: number;
  declare posts: number;
  declare totalMs: number;

  /**
   * The median time from when a post was asked for until it was live, of those published in a range: within a second below
   * 10 minutes, within one percent above. Null without any.
   */
  static async median({ workspaceId, organizationId }: OrganizationTenant, range: DayRange): Promise<number | null> {
    const spans = spansOf(range);
    // One scan of the primary key for each span: PostgreSQL plans a join with the spans as a scan of the whole table.
    const ofSpans = spans.map(
      ({ span, sign }, place) => `SELECT bucket, ${sign} posts AS posts, ${sign} total_ms AS total_ms FROM publish_times
         WHERE workspace_id = $workspaceId AND organization_id = $organizationId AND span = '${span}'
           AND begins_on >= $from${place} AND begins_on < $to${place}`,
    );
    const bounds = spans.flatMap(({ from, to }, place) => [
      [`from${place}`, from] as const,
      [`to${place}`, to] as const,
    ]);
    const times = await rows<PublishTimes>(
      PublishTime,
      `SELECT bucket, sum(posts)::bigint AS posts, sum(total_ms)::bigint AS "totalMs" FROM (
         ${ofSpans.join('\n         UNION ALL ')}
         UNION ALL
         SELECT ${bucketOf('c.took_ms')}, 1, c.took_ms FROM statistic_changes c
         WHERE c.workspace_id = $workspaceId AND c.organization_id = $organizationId
           AND c.took_ms IS NOT NULL AND c.day BETWEEN $first AND $last) found
       GROUP BY bucket HAVING sum(posts) <> 0 ORDER BY bucket`,
      { workspaceId, organizationId, ...range, ...Object.fromEntries(bounds) },
    );
    return medianSeconds(times);
  }
}

export function initialize(sequelize: Sequelize): void {
  PublishTime.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      span: { type: DataTypes.TEXT, primaryKey: true },
      beginsOn: { type: DataTypes.DATEONLY, primaryKey: true },
      bucket: { type: DataTypes.SMALLINT, primaryKey: true },
      posts: DataTypes.BIGINT,
      totalMs: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'publish_times' },
  );
}
