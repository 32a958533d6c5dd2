import { quotaDateAt } from '../../domain/quotaDay';
import type { QuotaStand } from '../../lib/metrics/readings';
import type { Platform } from '../../platforms/Platform';
import { QuotaDay } from './QuotaDay';

/** The units of each platform's daily quota that all workspaces together have used today, and the units left. */
export async function quotaStands(platforms: Iterable<Platform>): Promise<QuotaStand[]> {
  const stands = await Promise.all(Array.from(platforms, standsOf));
  return stands.flat();
}

async function standsOf({ slug: platform, quota }: Platform): Promise<QuotaStand[]> {
  if (!quota) return [];
  const used = await QuotaDay.usedAt(platform, quotaDateAt(quota.clock(), quota.timeZone));
  return Object.entries(quota.buckets).map(([bucket, { limit }]) => {
    const units = used.get(bucket) ?? 0;
    return { platform, bucket, used: units, left: Math.max(0, limit - units) };
  });
}
