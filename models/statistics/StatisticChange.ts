import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { AssignmentStatus } from '../../domain/assignment';
import { bucketGrowth, evenBelowSeconds } from '../../domain/statistics';
import type { PlatformSlug } from '../../domain/platform';
import { constant, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';

/**
 * A change of the statistics that is in no sum yet. The statement that makes a transition, or charges
 * a hold, also writes the change. It only adds a row: no publication waits for another publication
 * (models/statistics/README.md).
 */
export class StatisticChange extends Model<InferAttributes<StatisticChange>, InferCreationAttributes<StatisticChange>> {
  declare id: CreationOptional<number>;
  declare workspaceId: string;
  /** Null, as the next two columns, for credits without an assignment. */
  declare organizationId: string | null;
  declare connectionId: string | null;
  declare platform: PlatformSlug | null;
  /** The day (UTC, as all days) on which the assignment was created. */
  declare createdOn: string | null;
  /** The day of the change. */
  declare day: string;
  /** The status before; null: the assignment was created, or there was no transition. */
  declare fromStatus: AssignmentStatus | null;
  declare toStatus: AssignmentStatus | null;
  /** Of a publication: the time since its request, or since its scheduled time. */
  declare tookMs: number | null;
  declare credits: number | null;
}

/** The day (UTC) of a moment. */
const utcDay = (moment: Fragment): Fragment => sql`(${moment} AT TIME ZONE 'UTC')::date`;

/**
 * The part of a statement that notes a transition. A post was asked for when it was created, or for its time if that is later.
 * @param moved the rows of the assignment as they are afterwards, with `from_status`, and `at`, the moment
 */
export function transitionNoted<Binds>(moved: Fragment<Binds>) {
  return sql`INSERT INTO statistic_changes
         (workspace_id, organization_id, connection_id, platform, created_on, day, from_status, to_status, took_ms)
       SELECT workspace_id, organization_id, connection_id, platform, ${utcDay(sql`created_at`)}, ${utcDay(sql`at`)},
              from_status, status, CASE WHEN status = 'published'
                THEN greatest(0, extract(epoch FROM published_at - greatest(created_at, scheduled_at)) * 1000) END
       FROM ${moved}`;
}

/** The columns of an assignment that `transitionNoted` reads. */
export const columnsNoted = sql`workspace_id, organization_id, connection_id, platform, status, created_at, scheduled_at, published_at`;

/** The part of a statement that notes a charge. @param charged a table with the columns of the ledger's entry */
export function chargeNoted<Binds>(charged: Fragment<Binds>) {
  return sql`INSERT INTO statistic_changes (workspace_id, organization_id, connection_id, platform, day, credits)
       SELECT e.workspace_id, a.organization_id, a.connection_id, a.platform, ${utcDay(sql`e.created_at`)}, e.credits
       FROM ${charged} e LEFT JOIN assignments a ON a.id = e.assignment_id`;
}

/** The event of a change, by the new status; a retry is no event. */
const event = sql`CASE WHEN c.to_status IN ('published', 'failed', 'cancelled') THEN c.to_status
  WHEN c.from_status IS NULL AND c.to_status = 'pending' THEN 'created' END`;

/**
 * The amounts by which changes move each sum: `workspace_id, scope_id, platform, day, measure, amount`. A scope is an
 * organization, all of it (`platform` is '') or of one platform; a connection; or, for credits, a workspace. `in.<status>`
 * counts the assignments that were created that day and now have the status; all else is counted when it happens. Changes that
 * are alike are counted first: a busy minute has thousands, of a few kinds.
 * @param changes a table, or a query with its columns
 */
export function movedSums<Binds>(changes: Fragment<Binds>) {
  return sql`SELECT c.workspace_id, s.* FROM (
       SELECT workspace_id, organization_id, connection_id, platform, created_on, day, from_status, to_status,
              count(*) AS times, sum(credits) AS credits
       FROM ${changes} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c CROSS JOIN LATERAL (VALUES
       (c.organization_id, '', c.created_on, 'in.' || c.from_status, -c.times),
       (c.organization_id, '', c.created_on, 'in.' || c.to_status, c.times),
       (c.organization_id, '', c.day, ${event}, c.times),
       (c.organization_id, c.platform, c.day, ${event}, c.times),
       (c.connection_id, '', c.day, ${event}, c.times),
       (c.workspace_id, '', c.day, 'credits', c.credits),
       (c.organization_id, c.platform, c.day, 'credits', c.credits),
       (c.connection_id, '', c.day, 'credits', c.credits)
     ) AS s (scope_id, platform, day, measure, amount)
     WHERE s.scope_id IS NOT NULL AND s.measure IS NOT NULL AND s.amount IS NOT NULL`;
}

/** The bucket of a time (domain/statistics.ts). @param ms the column of the time */
export function bucketOf(ms: Fragment): Fragment {
  const evenMs = constant(evenBelowSeconds * 1000);
  return sql`CASE WHEN ${ms} < ${evenMs} THEN ${ms} / 1000
    ELSE ${constant(evenBelowSeconds)} + floor(ln(${ms}::float8 / ${evenMs}) / ln(${constant(bucketGrowth)}::float8)) END::smallint`;
}

export function initialize(sequelize: Sequelize): void {
  StatisticChange.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      platform: DataTypes.TEXT,
      createdOn: DataTypes.DATEONLY,
      day: DataTypes.DATEONLY,
      fromStatus: DataTypes.TEXT,
      toStatus: DataTypes.TEXT,
      tookMs: DataTypes.BIGINT,
      credits: DataTypes.INTEGER,
    },
    { sequelize, tableName: 'statistic_changes' },
  );
}
