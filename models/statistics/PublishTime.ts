import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { medianSeconds, spansOf } from '../../domain/statistics';
import type { DayRange, Span } from '../../domain/statistics';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { statement } from '../database/statement';
import type { OrganizationTenant } from '../database/Tenant';
import { bucketOf } from './StatisticChange';

const workspaceId = param('workspaceId', 'uuid');
const organizationId = param('organizationId', 'uuid');

/** The times of a span, with a sign of 1 or -1. */
const timesOf = <Bounds, Sign>(span: Fragment, bounds: Fragment<Bounds>, sign: Fragment<Sign>) =>
  sql`SELECT bucket, ${sign} * posts AS posts, ${sign} * total_ms AS total_ms FROM publish_times
         WHERE workspace_id = ${workspaceId} AND organization_id = ${organizationId} AND span = ${span} AND ${bounds}`;

const inMonths = sql`begins_on >= ${param('monthsFrom', 'date')} AND begins_on < ${param('monthsTo', 'date')}`;
const inHead = sql`begins_on >= ${param('headFrom', 'date')} AND begins_on < ${param('headTo', 'date')}`;
const inTail = sql`begins_on >= ${param('tailFrom', 'date')} AND begins_on < ${param('tailTo', 'date')}`;

/** One scan of the primary key for each span: PostgreSQL plans a join with the spans as a scan of the whole table. */
const readTimes = statement(
  'statistics.readTimes',
  z.strictObject({ bucket: z.int(), posts: z.int(), totalMs: z.int() }),
  sql`SELECT bucket, sum(posts)::bigint AS posts, sum(total_ms)::bigint AS "totalMs" FROM (
         ${timesOf(sql`'month'`, inMonths, sql`1`)}
         UNION ALL
         ${timesOf(sql`'day'`, inHead, param('headSign', 'integer'))}
         UNION ALL
         ${timesOf(sql`'day'`, inTail, param('tailSign', 'integer'))}
         UNION ALL
         SELECT ${bucketOf(sql`c.took_ms`)}, 1, c.took_ms FROM statistic_changes c
         WHERE c.workspace_id = ${workspaceId} AND c.organization_id = ${organizationId}
           AND c.took_ms IS NOT NULL AND c.day BETWEEN ${param('first', 'date')} AND ${param('last', 'date')}) found
      GROUP BY bucket HAVING sum(posts) <> 0 ORDER BY bucket`,
);

/** The spans of a range as the statement takes them; a span that the range does not have is without days. */
function boundsOf(range: DayRange) {
  const spans = spansOf(range);
  const none: Span = { span: 'day', sign: '+', from: range.first, to: range.first };
  const months = spans.find(({ span }) => span === 'month') ?? none;
  const [head = none, tail = none] = spans.filter(({ span }) => span === 'day');
  return {
    monthsFrom: months.from,
    monthsTo: months.to,
    headFrom: head.from,
    headTo: head.to,
    headSign: head.sign === '+' ? 1 : -1,
    tailFrom: tail.from,
    tailTo: tail.to,
    tailSign: tail.sign === '+' ? 1 : -1,
  };
}

/** The number of posts, by day and by month, with about the same duration. Only `foldStatistics` writes it. */
export class PublishTime extends Model<InferAttributes<PublishTime>, InferCreationAttributes<PublishTime>> {
  declare workspaceId: string;
  declare organizationId: string;
  declare span: Span['span'];
  /** The day, or the first day of the month. */
  declare beginsOn: string;
  declare bucket: number;
  declare posts: number;
  declare totalMs: number;

  /**
   * The median time from a post's request or schedule to its publication, over the posts published in a range: within a
   * second below 10 minutes, within one percent above. Null without posts.
   */
  static async median({ workspaceId, organizationId }: OrganizationTenant, range: DayRange): Promise<number | null> {
    const times = await readTimes.all({ workspaceId, organizationId, ...range, ...boundsOf(range) });
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
