import type { Cost } from '../../domain/cost';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { DailyQuota, Platform } from '../../platforms/Platform';
import { channelAccess } from '../../channels/channelAccess';
import { RunChannel } from '../../models/assignments/runSubjects';
import { QuotaShare } from '../../models/quota/QuotaShare';
import { quotaStands } from '../../models/quota/quotaStands';
import { spendingOf } from '../../channels/spendQuota';
import { createYouTube } from '../../platforms/youtube/index';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { noteStatements } from '../support/runs/sentStatements';
import { useDatabase } from '../support/servers/database';
import { failureOf } from '../support/failureOf';
import { testSecrets } from '../support/secrets';
import { youtubeSettings } from '../support/platforms/youtube';

const database = useDatabase({ poolSize: 20 });

const youtube = createYouTube(youtubeSettings('http://127.0.0.1:1'));
const cost: Cost = { bucket: 'calls', units: 1 };
const refused = new PublishFailure(
  'TOKEN_EXPIRED',
  { seen: 'Invalid Credentials', todo: 'Retry later.' },
  { transient: true, tokenRefused: true },
);
let nth = 0;

/** A platform whose quota nothing has been taken of: each has a name of its own. */
function platformWith(limit: number, share = limit): Platform & { quota: DailyQuota } {
  nth += 1;
  const buckets = { calls: { of: 'calls', limit, share }, others: { of: 'others', limit, share } };
  const quota = { timeZone: 'America/Los_Angeles', buckets, clock: () => new Date('2026-11-23T20:00:00.000Z') };
  const refreshTokens: Platform['refreshTokens'] = async () => ({ accessToken: 'renewed', expiresInSeconds: 3600 });
  return { ...youtube, slug: `platform${nth}` as Platform['slug'], quota, refreshTokens };
}

async function channelOf(platform: Platform) {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace);
  const signal = AbortSignal.timeout(20_000);
  const open = () =>
    channelAccess({ secrets: testSecrets }, { platform, channel: new RunChannel(connectionId), signal });
  /** One request, which costs a call; its cost may be taken with the token. */
  const request = async () => open().call(async ({ spend }) => spend('calls', 1), { cost });
  return { ...workspace, connectionId, open, request };
}

const usedOf = async (platform: Platform) =>
  Object.fromEntries((await quotaStands([platform])).map(({ bucket, used }) => [bucket, used]));

/** The statements that are made meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { sent, stop } = noteStatements();
  try {
    await work();
    return sent.map(({ text }) => text);
  } finally {
    stop();
  }
}

describe('the cost of a call', () => {
  it('is taken by the statement that reads its token, once', async () => {
    const platform = platformWith(5);
    const { request } = await channelOf(platform);
    expect(await statementsOf(async () => request())).toHaveLength(1);
    expect(await usedOf(platform)).toEqual({ calls: 1, others: 0 });
  });

  it('is taken by the call where its token is known already, and where it costs more or something else', async () => {
    const platform = platformWith(9);
    const { open } = await channelOf(platform);
    const access = open();
    await access.call(async ({ spend }) => spend('calls', 1), { cost });
    await access.call(async ({ spend }) => spend('calls', 1), { cost });
    expect(await usedOf(platform)).toEqual({ calls: 2, others: 0 });
    await open().call(
      async ({ spend }) => {
        await spend('others', 1);
        await spend('calls', 1);
        await spend('calls', 1);
      },
      { cost },
    );
    expect(await usedOf(platform)).toEqual({ calls: 4, others: 1 });
  });

  it('is taken again for a call that is repeated with a renewed token', async () => {
    const platform = platformWith(5);
    const { open } = await channelOf(platform);
    const tokens: string[] = [];
    await open().call(
      async ({ spend, accessToken }) => {
        await spend('calls', 1);
        tokens.push(accessToken);
        if (tokens.length === 1) throw refused;
      },
      { cost },
    );
    expect(tokens).toEqual(['access', 'renewed']);
    expect(await usedOf(platform)).toMatchObject({ calls: 2 });
  });

  it('is not taken with a token that cannot be used', async () => {
    const platform = platformWith(5);
    const { connectionId, open } = await channelOf(platform);
    await database.query(`UPDATE connections SET token_status = 'expired' WHERE id = $1`, [connectionId]);
    expect(await failureOf(open().call(async () => undefined, { cost }))).toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await usedOf(platform)).toMatchObject({ calls: 0 });
  });

  it('is no more than there is, however many calls there are at once, in whatever way each takes it', async () => {
    const platform = platformWith(20, 9);
    const channels = await Promise.all([0, 1, 2].map(async () => channelOf(platform)));
    const tries = Array.from({ length: 60 }, async (_, n) => {
      const { request, workspaceId } = channels[n % 3]!;
      return n % 2 === 0 ? request() : spendingOf(platform, workspaceId)('calls', 1);
    });
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refusals).toEqual(refusals.map(() => 'QUOTA_EXCEEDED'));
    const shares = await QuotaShare.findAll({ where: { platform: platform.slug }, raw: true });
    expect(shares.reduce((sum, { used }) => sum + used, 0)).toBe(20);
    expect(Math.max(...shares.map(({ used }) => used))).toBeLessThanOrEqual(9);
    expect(await usedOf(platform)).toMatchObject({ calls: 20 });
  });
});
