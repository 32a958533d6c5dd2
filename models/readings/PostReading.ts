import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';

const Point = z.strictObject({
  at: z.date(),
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  shares: z.int(),
  reach: z.int().nullable(),
  watchTimeSeconds: z.int().nullable(),
});
export type ReadingPoint = z.infer<typeof Point>;

const at = sql`at >= ${param('from', 'timestamptz')} AND at < ${param('to', 'timestamptz')}`;

const readPoints = statement(
  'readings.ofPost',
  Point,
  sql`SELECT at, views, likes, comments, shares, reach, watch_time_seconds AS "watchTimeSeconds"
      FROM post_readings WHERE assignment_id = ${param('assignmentId', 'uuid')} AND ${at} ORDER BY at`,
);

const makeAhead = statement(
  'readings.makePartitions',
  z.strictObject({ made: z.int() }),
  sql`SELECT make_reading_partitions((now() AT TIME ZONE 'UTC')::date, ((now() AT TIME ZONE 'UTC') + interval '2 months')::date) AS made`,
);

const dropOld = statement(
  'readings.dropPartitions',
  z.strictObject({ dropped: z.int() }),
  sql`SELECT drop_reading_partitions(((now() AT TIME ZONE 'UTC') - make_interval(days => ${param('days', 'integer')}))::date) AS dropped`,
);

/** The numbers of a post at one moment. Null: the platform does not tell the number. Each month has a partition of its own. */
export class PostReading extends Model<InferAttributes<PostReading>, InferCreationAttributes<PostReading>> {
  declare assignmentId: string;
  declare at: Date;
  declare views: number;
  declare likes: number;
  declare comments: number;
  declare shares: number;
  declare reach: number | null;
  declare watchTimeSeconds: number | null;

  /** The readings of a post that a query with a tenant has found, oldest first. Months outside of the range are not read. */
  static async ofPost(assignmentId: string, range: { from: Date; to: Date }): Promise<ReadingPoint[]> {
    return readPoints.all({ assignmentId, ...range });
  }

  /** Makes the partitions of this month and the next two, as far as they are missing. */
  static async makePartitions(): Promise<void> {
    await makeAhead.all({});
  }

  /** Drops the partitions of months that ended over `days` ago. @returns how many */
  static async dropPartitions(days: number): Promise<number> {
    return (await dropOld.first({ days }))?.dropped ?? 0;
  }
}

export function initialize(sequelize: Sequelize): void {
  PostReading.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      at: { type: DataTypes.DATE, primaryKey: true },
      views: DataTypes.BIGINT,
      likes: DataTypes.BIGINT,
      comments: DataTypes.BIGINT,
      shares: DataTypes.BIGINT,
      reach: DataTypes.BIGINT,
      watchTimeSeconds: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'post_readings' },
  );
}
