import { havingTaken } from '../../domain/cost';
import type { Cost } from '../../domain/cost';
import type { Allowance, DailyQuota } from '../Platform';
import type { Call } from '../Call';
import type { YouTubeSettings } from './settings';

/** The buckets of YouTube's quota: videos.insert has its own bucket since 2026-06-01. */
export type Bucket = 'uploads' | 'units';

/** The costs of a list, and of a change (developers.google.com/youtube/v3/determine_quota_cost). */
export const readUnits = 1;
export const changeUnits = 50;

/** Takes the cost of a request from the quota, before the request is made. */
export async function spend(call: Pick<Call, 'spend'>, bucket: Bucket, units: number): Promise<void> {
  await call.spend(bucket, units);
}

/** A call whose requests all have been paid for by one statement: without enough quota for all, no request is made. */
export async function paidAhead(call: Call, bucket: Bucket, units: number): Promise<Call> {
  await spend(call, bucket, units);
  return { ...call, spend: havingTaken({ bucket, units }, call.spend) };
}

/** Costs that are known before a call is prepared, so that they can be taken with the token. */
export const openCost: Cost & { bucket: Bucket } = { bucket: 'uploads', units: 1 };
export const lookCost: Cost & { bucket: Bucket } = { bucket: 'units', units: readUnits };

/** YouTube's day begins at midnight Pacific time. */
export const quotaTimeZone = 'America/Los_Angeles';

/** The quota of the Google Cloud project, as its operator has set it. Shares are rounded up, so no share is empty. */
export function quotaOf(
  { uploadsPerDay, unitsPerDay, workspaceSharePercent }: YouTubeSettings,
  clock: () => Date,
): DailyQuota {
  const allowance = (of: string, limit: number): Allowance => ({
    of,
    limit,
    share: Math.ceil((limit * workspaceSharePercent) / 100),
  });
  const buckets: Record<Bucket, Allowance> = {
    uploads: allowance('uploads', uploadsPerDay),
    units: allowance('units', unitsPerDay),
  };
  return { timeZone: quotaTimeZone, buckets, clock };
}
