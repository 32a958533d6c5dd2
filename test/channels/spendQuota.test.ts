import type { DailyQuota, Platform } from '../../platforms/Platform';
import { QuotaDay } from '../../models/quota/QuotaDay';
import { QuotaShare } from '../../models/quota/QuotaShare';
import { quotaStands } from '../../models/quota/quotaStands';
import { spendingOf } from '../../channels/spendQuota';
import { createYouTube } from '../../platforms/youtube/index';
import { buildWorkspace } from '../support/build/workspace';
import { useDatabase } from '../support/servers/database';
import { failureOf } from '../support/failureOf';
import { youtubeSettings } from '../support/platforms/youtube';

useDatabase({ poolSize: 20 });

const youtube = createYouTube(youtubeSettings('http://127.0.0.1:1'));
const noon = '2026-11-23T20:00:00.000Z';
let nth = 0;

/** A platform whose quota nothing has been taken of: each has a name of its own. */
function platformWith(limit: number, share = limit, at = noon): Platform & { quota: DailyQuota } {
  nth += 1;
  const quota = { timeZone: 'America/Los_Angeles', buckets: { calls: { of: 'calls', limit, share } } };
  return { ...youtube, slug: `platform${nth}` as Platform['slug'], quota: { ...quota, clock: () => new Date(at) } };
}

const workspace = async () => (await buildWorkspace()).workspaceId;
const sharesOf = async ({ slug }: Platform) =>
  (await QuotaShare.findAll({ where: { platform: slug }, raw: true }))
    .map(({ used }) => used)
    .sort((one, other) => one - other);

describe('the daily quota of a platform', () => {
  it('gives no more than it has, however many take at once', async () => {
    const platform = platformWith(20);
    const workspaces = await Promise.all([workspace(), workspace(), workspace()]);
    const tries = Array.from({ length: 60 }, async (_, n) => spendingOf(platform, workspaces[n % 3]!)('calls', 1));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await quotaStands([platform])).toEqual([{ platform: platform.slug, bucket: 'calls', used: 20, left: 0 }]);
    expect((await sharesOf(platform)).reduce((sum, used) => sum + used, 0)).toBe(20);
  });

  it('gives a workspace no more than its share, and the rest to the others', async () => {
    const platform = platformWith(5, 3);
    const [one, other] = [spendingOf(platform, await workspace()), spendingOf(platform, await workspace())];
    for (let n = 0; n < 3; n += 1) await one('calls', 1);
    const { code, message } = await failureOf(one('calls', 1));
    expect(code).toBe('QUOTA_EXCEEDED');
    expect(message).toMatch(/^The workspace's share of the service's daily YouTube quota of 3 calls is used up\./);
    await other('calls', 2);
    expect((await failureOf(other('calls', 1))).message).toMatch(/^The service's daily YouTube quota of 5 calls/);
    expect(await sharesOf(platform)).toEqual([2, 3]);
  });

  it('refuses what costs more than is left, and takes nothing for it', async () => {
    const platform = platformWith(100);
    const spend = spendingOf(platform, await workspace());
    await spend('calls', 60);
    await failureOf(spend('calls', 50));
    await spend('calls', 40);
    expect(await quotaStands([platform])).toMatchObject([{ used: 100, left: 0 }]);
    expect(await sharesOf(platform)).toEqual([100]);
  });

  it('refuses for now, names the time of the reset, and says that nothing has happened', async () => {
    const spend = spendingOf(platformWith(1), await workspace());
    const failure = await failureOf(spend('calls', 2));
    expect(failure).toMatchObject({
      transient: true,
      rateLimited: true,
      isRefusal: true,
      retryAfterMs: 12 * 3_600_000,
    });
    expect(failure.message).toContain('It resets at 2026-11-24T08:00:00.000Z; retry after that.');
  });

  it('begins anew at midnight where the platform counts, and not before', async () => {
    const lastMoment = platformWith(1, 1, '2026-11-24T07:59:59.999Z');
    const midnight = {
      ...lastMoment,
      quota: { ...lastMoment.quota, clock: () => new Date('2026-11-24T08:00:00.000Z') },
    };
    const workspaceId = await workspace();
    await spendingOf(lastMoment, workspaceId)('calls', 1);
    await failureOf(spendingOf(lastMoment, workspaceId)('calls', 1));
    expect(await quotaStands([midnight])).toMatchObject([{ used: 0, left: 1 }]);
    await spendingOf(midnight, workspaceId)('calls', 1);
  });

  it('is not counted for a platform that has none', async () => {
    const { quota: _quota, ...platform } = platformWith(1);
    await spendingOf(platform, await workspace())('calls', 5);
    expect(await quotaStands([platform])).toEqual([]);
    expect(await sharesOf(platform)).toEqual([]);
  });

  it('is forgotten after a month', async () => {
    const workspaceId = await workspace();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const [old, young] = [platformWith(1, 1, daysAgo(40)), platformWith(1, 1, daysAgo(30))];
    for (const platform of [old, young]) await spendingOf(platform, workspaceId)('calls', 1);
    while ((await QuotaDay.removeExpired(1)) > 0);
    while ((await QuotaShare.removeExpired(1)) > 0);
    expect(await quotaStands([old, young])).toMatchObject([{ used: 0 }, { used: 1 }]);
    expect([await sharesOf(old), await sharesOf(young)]).toEqual([[], [1]]);
  });
});
