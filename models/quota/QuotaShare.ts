import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { oldestKept } from './QuotaDay';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const removeShares = command(
  'quota.removeExpiredShares',
  sql`DELETE FROM quota_shares
      WHERE ctid IN (SELECT ctid FROM quota_shares WHERE day < ${oldestKept} ORDER BY day LIMIT ${param('limit', 'bigint')})`,
);

/** The part of a platform's daily quota that one workspace has taken. */
export class QuotaShare extends Model<InferAttributes<QuotaShare>, InferCreationAttributes<QuotaShare>> {
  declare platform: string;
  /** The platform's name for the kind of units taken. */
  declare bucket: string;
  /** The date in the time zone in which the platform counts. */
  declare day: string;
  declare workspaceId: string;
  declare used: number;

  /** Removes up to `limit` rows of days older than `oldestKept`. @returns the number of rows */
  static async removeExpired(limit: number): Promise<number> {
    return removeShares.run({ limit });
  }
}

export function initialize(sequelize: Sequelize): void {
  QuotaShare.init(
    {
      platform: { type: DataTypes.TEXT, primaryKey: true },
      bucket: { type: DataTypes.TEXT, primaryKey: true },
      day: { type: DataTypes.DATEONLY, primaryKey: true },
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      used: DataTypes.INTEGER,
    },
    { sequelize, tableName: 'quota_shares' },
  );
}
