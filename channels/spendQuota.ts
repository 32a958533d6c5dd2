import type { Cost, Spend } from '../domain/cost';
import { PublishFailure } from '../domain/failures/PublishFailure';
import { readingsPart, unitsLeftToPosts } from '../domain/statistics/readings';
import { quotaDayAt } from '../domain/quotaDay';
import type { Allowance, DailyQuota, Platform } from '../platforms/Platform';
import { allowanceOf, returnShare, Stand, standFields, takingOf, takingParts } from '../models/quota/quotaTaking';
import { param, sql } from '../models/database/fragment';
import { statement } from '../models/database/statement';

type QuotaOwner = Pick<Platform, 'slug' | 'name' | 'quota'>;

/** Spends a platform's daily quota for calls in the name of this workspace; nothing if the platform has none. */
export function spendingOf(platform: QuotaOwner, workspaceId: string): Spend {
  return async (bucket, units) => {
    const { quota } = platform;
    if (quota) await spendQuota(platform, quota, workspaceId, { bucket, units });
  };
}

/**
 * Spends the same for readings of numbers (contract.md §2): at most a part of the day, and of the share of the workspace, and nothing
 * while few units are left, which are for posts.
 */
export function spendingOfReadings(platform: QuotaOwner, workspaceId: string): Spend {
  return async (bucket, units) => {
    const { quota } = platform;
    if (!quota) return;
    const ofAll = allowanceOf(platform.name, quota, bucket);
    const ofReadings = `${bucket} of readings`;
    const part = { ...ofAll, limit: partOf(ofAll.limit), share: partOf(ofAll.share) };
    await spendQuota(platform, { ...quota, buckets: { [ofReadings]: part } }, workspaceId, {
      bucket: ofReadings,
      units,
    });
    const rest = { ...ofAll, limit: ofAll.limit - unitsLeftToPosts + units };
    await spendQuota(platform, { ...quota, buckets: { [bucket]: rest } }, workspaceId, { bucket, units });
  };
}

const partOf = (units: number): number => Math.floor(units * readingsPart);

const spend = statement(
  'channels.spendQuota',
  Stand,
  sql`WITH ${takingParts(sql`SELECT ${param('workspaceId', 'uuid')} AS id`)} SELECT ${standFields}`,
);

/**
 * Takes units from the share of the workspace and from the day of the platform, or from neither.
 * @throws PublishFailure `QUOTA_EXCEEDED`, with the time until the reset
 */
async function spendQuota(platform: QuotaOwner, quota: DailyQuota, workspaceId: string, cost: Cost): Promise<void> {
  const now = quota.clock();
  const taking = takingOf(platform, quota, cost, now);
  const stand = await spend.first({ ...taking, workspaceId });
  if (stand?.isTaken) return;
  if (stand) await returnShare(stand, taking, workspaceId);
  const allowance = allowanceOf(platform.name, quota, cost.bucket);
  throw usedUp({ name: platform.name, quota, allowance, isShare: stand?.hasShare !== true }, now);
}

interface Shortage {
  name: string;
  quota: DailyQuota;
  allowance: Allowance;
  isShare: boolean;
}

/** It goes away by itself, and nothing has happened: the request was not made. */
function usedUp({ name, quota, allowance: { of, limit, share }, isShare }: Shortage, now: Date): PublishFailure {
  const { endsAt } = quotaDayAt(now, quota.timeZone);
  const whose = isShare ? `The workspace's share of the service's daily` : `The service's daily`;
  const words = {
    seen: `${whose} ${name} quota of ${isShare ? share : limit} ${of} is used up.`,
    todo: `It resets at ${endsAt.toISOString()}; retry after that.`,
  };
  const retryAfterMs = endsAt.getTime() - now.getTime();
  return new PublishFailure('QUOTA_EXCEEDED', words, {
    transient: true,
    rateLimited: true,
    retryAfterMs,
  });
}
