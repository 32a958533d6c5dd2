import { z } from 'zod';
import type { Cost } from '../../domain/cost';
import { quotaDateAt } from '../../domain/quotaDay';
import type { Allowance, DailyQuota, Platform } from '../../platforms/Platform';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { command } from '../database/statement';

/** Units to take from a daily quota, as the values that `takingParts` binds. */
export interface Taking {
  platform: string;
  bucket: string;
  /** The date in the time zone in which the platform counts. */
  day: string;
  units: number;
  /** The day's limits: of all workspaces together, and of one workspace. */
  limit: number;
  share: number;
}

/** The units that a request costs now. @throws Error for a bucket that the platform does not have */
export function takingOf(
  { slug, name }: Pick<Platform, 'slug' | 'name'>,
  quota: DailyQuota,
  cost: Cost,
  now = quota.clock(),
): Taking {
  const { limit, share } = allowanceOf(name, quota, cost.bucket);
  return { platform: slug, ...cost, day: quotaDateAt(now, quota.timeZone), limit, share };
}

/** @throws Error for a bucket that the platform does not have */
export function allowanceOf(name: string, quota: DailyQuota, bucket: string): Allowance {
  const allowance = quota.buckets[bucket];
  if (!allowance) throw new Error(`${name} has no quota "${bucket}"`);
  return allowance;
}

const platform = param('platform', 'text');
const bucket = param('bucket', 'text');
const day = param('day', 'date');
const units = param('units', 'integer');
const share = param('share', 'integer');
const limit = param('limit', 'integer');

const takeOfDay = sql`everyones AS (
    INSERT INTO quota_days AS d (platform, bucket, day, used)
    SELECT ${platform}, ${bucket}, ${day}, ${units} FROM mine WHERE ${units} <= ${limit}
    ON CONFLICT (platform, bucket, day) DO UPDATE SET used = d.used + excluded.used
      WHERE d.used + excluded.used <= ${limit}
    RETURNING used)`;

/**
 * Parts of a WITH that take from both the share of a workspace and the day of the platform. Both conditions are judged on
 * the newest version of their row: however many take at once, in however many processes, no more is taken than there is.
 * Every statement locks the share first, so that no two statements wait for each other.
 * @param workspace a query of one `id`, or of no id: then nothing is taken
 */
export function takingParts<Binds>(workspace: Fragment<Binds>) {
  return sql`
  mine AS (
    INSERT INTO quota_shares AS s (platform, bucket, day, workspace_id, used)
    SELECT ${platform}, ${bucket}, ${day}, w.id, ${units} FROM (${workspace}) w WHERE ${units} <= ${share}
    ON CONFLICT (platform, bucket, day, workspace_id) DO UPDATE SET used = s.used + excluded.used
      WHERE s.used + excluded.used <= ${share}
    RETURNING used),
  ${takeOfDay}`;
}

/** The outcome of a taking, as columns of a statement with the parts of `takingParts`. */
export const Stand = z.strictObject({
  /** The workspace had enough units left. */
  hasShare: z.boolean(),
  /** The workspace, and all workspaces together, had enough units left. */
  isTaken: z.boolean(),
});
export type Stand = z.infer<typeof Stand>;

export const standFields = sql`EXISTS (SELECT FROM mine) AS "hasShare", EXISTS (SELECT FROM everyones) AS "isTaken"`;

const giveBack = command(
  'quota.returnShare',
  sql`UPDATE quota_shares SET used = used - ${units}
      WHERE platform = ${platform} AND bucket = ${bucket} AND day = ${day}
        AND workspace_id = ${param('workspaceId', 'uuid')}`,
);

/**
 * Returns the share where the workspace had its share, but the day is used up. If this statement is lost, the share of
 * a used-up day is too small.
 */
export async function returnShare({ hasShare, isTaken }: Stand, taking: Taking, workspaceId: string): Promise<void> {
  if (!hasShare || isTaken) return;
  await giveBack.run({ ...taking, workspaceId });
}
