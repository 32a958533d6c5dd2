import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { rows } from '../database/sql';

/** The part of a platform's daily quota that all workspaces together have taken. */
export class QuotaDay extends Model<InferAttributes<QuotaDay>, InferCreationAttributes<QuotaDay>> {
  declare platform: string;
  /** The platform's name for what is taken. */
  declare bucket: string;
  /** The date where the platform counts. */
  declare day: string;
  declare used: number;

  /** The units taken from each bucket of a platform at a date; an untouched bucket is left out. */
  static async usedAt(platform: string, day: string): Promise<ReadonlyMap<string, number>> {
    const found = await rows<Pick<InferAttributes<QuotaDay>, 'bucket' | 'used'>>(
      QuotaDay,
      'SELECT bucket, used FROM quota_days WHERE platform = $platform AND day = $day::date',
      { platform, day },
    );
    return new Map(found.map(({ bucket, used }) => [bucket, used]));
  }

  /** Removes up to `limit` rows of days that nobody will ask about. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    const removed = await rows(
      QuotaDay,
      `DELETE FROM quota_days
       WHERE ctid IN (SELECT ctid FROM quota_days WHERE day < ${oldestKept} ORDER BY day LIMIT $limit) RETURNING 1`,
      { limit },
    );
    return removed.length;
  }
}

/** Operators may want to compare a month with the platform's own count. */
export const oldestKept = 'current_date - 35';

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
