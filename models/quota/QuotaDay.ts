import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

/** The oldest day kept: operators may want to compare a month with the platform's own count. */
export const oldestKept = sql`now()::date - 35`;

const readUsed = statement(
  'quota.usedAt',
  z.strictObject({ bucket: z.string(), used: z.int() }),
  sql`SELECT bucket, used FROM quota_days WHERE platform = ${param('platform', 'text')} AND day = ${param('day', 'date')}`,
);

const removeDays = command(
  'quota.removeExpiredDays',
  sql`DELETE FROM quota_days
      WHERE ctid IN (SELECT ctid FROM quota_days WHERE day < ${oldestKept} ORDER BY day LIMIT ${param('limit', 'bigint')})`,
);

/** The part of a platform's daily quota that all workspaces together have taken. */
export class QuotaDay extends Model<InferAttributes<QuotaDay>, InferCreationAttributes<QuotaDay>> {
  declare platform: string;
  /** The platform's name for the kind of units taken. */
  declare bucket: string;
  /** The date in the time zone in which the platform counts. */
  declare day: string;
  declare used: number;

  /** The units taken from each bucket of a platform at a date; an untouched bucket is left out. */
  static async usedAt(platform: string, day: string): Promise<ReadonlyMap<string, number>> {
    const found = await readUsed.all({ platform, day });
    return new Map(found.map(({ bucket, used }) => [bucket, used]));
  }

  /** Removes up to `limit` rows of days older than `oldestKept`. @returns the number of rows */
  static async removeExpired(limit: number): Promise<number> {
    return removeDays.run({ limit });
  }
}

export function initialize(sequelize: Sequelize): void {
  QuotaDay.init(
    {
      platform: { type: DataTypes.TEXT, primaryKey: true },
      bucket: { type: DataTypes.TEXT, primaryKey: true },
      day: { type: DataTypes.DATEONLY, primaryKey: true },
      used: DataTypes.INTEGER,
    },
    { sequelize, tableName: 'quota_days' },
  );
}
