import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import type { DayRange } from '../../domain/statistics';
import { Connection } from '../connections/Connection';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { statement } from '../database/statement';
import type { OrganizationTenant } from '../database/Tenant';
import { movedSums } from './StatisticChange';

const readToday = statement(
  'statistics.today',
  z.strictObject({ today: z.string() }),
  sql`SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today`,
);

const isAsked = sql`workspace_id = ${param('workspaceId', 'uuid')} AND scope_id = ANY(${param('scopeIds', 'uuid[]')})
    AND platform = ${param('platform', 'text')} AND day BETWEEN ${param('first', 'date')} AND ${param('last', 'date')}`;

/** Adds up folded and unfolded changes. @param key the column that tells the sums of a measure apart */
const sumsBy = <Binds>(key: Fragment<Binds>) =>
  sql`SELECT ${key}, measure, sum(amount)::bigint AS amount FROM (
        SELECT day, measure, amount FROM daily_statistics WHERE ${isAsked}
        UNION ALL
        SELECT day, measure, amount FROM (${movedSums(sql`statistic_changes`)}) moved
        WHERE ${isAsked}) found
      GROUP BY 1, 2 HAVING sum(amount) <> 0`;

const DailyAmount = z.strictObject({ day: z.string(), measure: z.string(), amount: z.int() });
export type DailyAmount = z.infer<typeof DailyAmount>;
const readAmounts = statement('statistics.readAmounts', DailyAmount, sumsBy(sql`to_char(day, 'YYYY-MM-DD') AS day`));

/** The sum of one measure over a part of a range. */
const PartSum = z.strictObject({ isLater: z.boolean(), measure: z.string(), amount: z.int() });
export type PartSum = z.infer<typeof PartSum>;
const readSums = statement('statistics.readSums', PartSum, sumsBy(sql`day >= ${param('since', 'date')} AS "isLater"`));

/** The sum of one measure of one day (UTC): see `movedSums`. Only `foldStatistics` writes it. */
export class DailyStatistic extends Model<InferAttributes<DailyStatistic>, InferCreationAttributes<DailyStatistic>> {
  declare workspaceId: string;
  declare scopeId: string;
  declare platform: string;
  declare day: string;
  declare measure: string;
  declare amount: number;

  /** Today (UTC), by the database's clock. */
  static async today(): Promise<string> {
    const found = await readToday.first({});
    if (!found) throw new Error('the database does not know the day');
    return found.today;
  }

  /**
   * All amounts of an organization's statistics but zeros, in no order of days: folded and not folded, as of one
   * moment. Without a filter the credits are the credits of the whole workspace (contract.md §1).
   */
  static async amounts(
    tenant: OrganizationTenant,
    range: DayRange,
    filter: StatisticsFilter = {},
  ): Promise<DailyAmount[]> {
    const scope = await scopeOf(tenant, filter);
    if (!scope) return [];
    return readAmounts.all({ workspaceId: tenant.workspaceId, ...range, ...scope });
  }

  /** The amounts without a filter, added up over the days from `since` on, and over the days before. */
  static async sums(tenant: OrganizationTenant, range: DayRange, since: string): Promise<PartSum[]> {
    return readSums.all({ workspaceId: tenant.workspaceId, since, ...range, ...scopeOfAll(tenant) });
  }
}

export interface StatisticsFilter {
  platform?: PlatformSlug | undefined;
  connectionId?: string | undefined;
}

interface Scope {
  scopeIds: string[];
  platform: string;
}

function scopeOfAll({ workspaceId, organizationId }: OrganizationTenant): Scope {
  return { scopeIds: [organizationId, workspaceId], platform: '' };
}

/** The scope of the requested sums; null: nothing fits the filter. */
async function scopeOf(
  tenant: OrganizationTenant,
  { platform, connectionId }: StatisticsFilter,
): Promise<Scope | null> {
  const { workspaceId, organizationId } = tenant;
  if (connectionId === undefined)
    return platform === undefined ? scopeOfAll(tenant) : { scopeIds: [organizationId], platform };
  const where = { id: connectionId, workspaceId, organizationId, ...(platform && { platform }) };
  const found = await Connection.findOne({ where, attributes: ['id'], raw: true });
  return found && { scopeIds: [found.id], platform: '' };
}

export function initialize(sequelize: Sequelize): void {
  DailyStatistic.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      scopeId: { type: DataTypes.UUID, primaryKey: true },
      platform: { type: DataTypes.TEXT, primaryKey: true },
      day: { type: DataTypes.DATEONLY, primaryKey: true },
      measure: { type: DataTypes.TEXT, primaryKey: true },
      amount: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'daily_statistics' },
  );
}
