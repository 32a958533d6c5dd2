import { readDuePosts } from '../../activities/readPosts';
import type { RoundCounts } from '../../activities/readPosts';
import type { PlatformSlug } from '../../domain/platform';
import { Workspace } from '../../models/organizations/Workspace';
import { createPlatforms } from '../../platforms';
import { buildReadPost } from '../support/build/readPost';
import { facebookSettings } from '../support/platforms/facebook';
import { proofOf } from '../support/platforms/facebookSandbox';
import { youtubeSettings } from '../support/platforms/youtube';
import { usePublishing } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';

/** The newest call of the sandbox before the test. */
let since: number;

const publishing = usePublishing({ workers: false });
beforeEach(async () => {
  for (const table of ['assignments', 'connections', 'quota_days', 'quota_shares'])
    await publishing.database.query(`DELETE FROM ${table}`);
  since = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
});

/** A round as the worker with the lease does it. */
async function run(platform: PlatformSlug = 'youtube', platforms = publishing.deps.platforms): Promise<RoundCounts> {
  const { signal } = new AbortController();
  const counts = await readDuePosts({ ...publishing.deps, platforms }, { signal, goOn: async () => undefined });
  return counts[platform]!;
}
/** YouTube with this quota. */
const withUnits = (unitsPerDay: number) => {
  const { url } = publishing.sandbox;
  return createPlatforms({ youtube: { ...youtubeSettings(url), unitsPerDay }, facebook: facebookSettings(url) });
};
const none = { noted: 0, gone: 0, missed: 0, later: 0 };

const questions = async () =>
  (await publishing.callsSince(since)).filter(({ method, path }) => method === 'GET' && path.endsWith('/videos'));
const readings = async (id: string) =>
  publishing.database.query(
    `SELECT views, likes, comments, shares, reach, watch_time_seconds AS "watchTimeSeconds" FROM post_readings
     WHERE assignment_id = $1 ORDER BY at`,
    [id],
  );
async function stateOf(id: string) {
  const [row] = await publishing.database.query<{ hours: number | null; waits: boolean; isGone: boolean }>(
    `SELECT (extract(epoch FROM next_reading_at - now()) / 3600)::float8 AS hours, waits_for_quota AS waits,
            gone_at IS NOT NULL AS "isGone" FROM read_posts WHERE assignment_id = $1`,
    [id],
  );
  return row!;
}
const upload = async ({ accessToken }: Channel) => publishing.sandbox.upload(accessToken);
async function post(channel: Channel, options: Partial<Parameters<typeof buildReadPost>[2]> = {}) {
  const postId = await upload(channel);
  return { id: await buildReadPost(publishing.database, channel, { postId, ...options }), postId };
}
const posts = async (channel: Channel, count: number) => {
  const made: Awaited<ReturnType<typeof post>>[] = [];
  for (let n = 0; n < count; n += 1) made.push(await post(channel));
  return made;
};

describe('a round of readings', () => {
  it('reads what is due, and nothing else, and comes again at the next time', async () => {
    const channel = await publishing.connect();
    const [due, later] = [await post(channel), await post(channel, { dueInHours: 0.1 })];
    const counts = { viewCount: 54, likeCount: 3, commentCount: 2 };
    await publishing.sandbox.control('POST', '/statistics', { videoId: due.postId, ...counts });
    expect(await run()).toEqual({ ...none, noted: 1 });
    const figures = { views: 54, likes: 3, comments: 2, shares: 0, reach: null, watchTimeSeconds: null };
    expect([await readings(due.id), await readings(later.id)]).toEqual([[figures], []]);
    expect((await stateOf(due.id)).hours).toBeCloseTo(4.5, 1);
    expect(await run()).toEqual(none);
    expect(await questions()).toHaveLength(1);
  });

  it('asks for 50 posts of a connection in one call, each connection by its own token: these posts are private', async () => {
    const [one, other] = [await publishing.connect(), await publishing.connect()];
    await posts(one, 51);
    await posts(other, 2);
    expect(await run()).toEqual({ ...none, noted: 53 });
    const asked = await questions();
    const sizes = asked.map(({ query }) => new URLSearchParams(query).get('id')!.split(',').length);
    expect(sizes.toSorted((one, other) => one - other)).toEqual([1, 2, 50]);
  });

  it('takes posts of a connection along that are due soon, from their second day on', async () => {
    const channel = await publishing.connect();
    const due = await post(channel, { ageHours: 48 });
    const soon = await post(channel, { ageHours: 43, dueInHours: 5 });
    const [tomorrow, young] = [
      await post(channel, { ageHours: 41, dueInHours: 7 }),
      await post(channel, { ageHours: 20, dueInHours: 4 }),
    ];
    expect(await run()).toEqual({ ...none, noted: 2 });
    expect((await stateOf(soon.id)).hours).toBeCloseTo(29, 1);
    expect((await stateOf(due.id)).hours).toBeCloseTo(24, 1);
    expect([await readings(tomorrow.id), await readings(young.id)]).toEqual([[], []]);
    expect(await questions()).toHaveLength(1);
  });

  it('ends with the last reading', async () => {
    const { id } = await post(await publishing.connect(), { ageHours: 364 * 24 + 0.1 });
    expect(await run()).toEqual({ ...none, noted: 1 });
    expect(await stateOf(id)).toEqual({ hours: null, waits: false, isGone: false });
  });

  it('reads posts of Facebook one by one, with their reach', async () => {
    const page = await publishing.connect({ platform: 'facebook' });
    const { accessToken } = page;
    const body = new URLSearchParams({
      message: 'Ahoy',
      access_token: accessToken,
      appsecret_proof: proofOf(accessToken),
    });
    const url = `${publishing.sandbox.url}/v27.0/${page.channelId}/feed`;
    const { id: postId } = (await (await fetch(url, { method: 'POST', body })).json()) as { id: string };
    const id = await buildReadPost(publishing.database, page, { postId });
    await publishing.sandbox.control('POST', '/statistics', { postId, viewCount: 9, likeCount: 4, shareCount: 2 });
    expect(await run('facebook')).toEqual({ ...none, noted: 1 });
    expect(await readings(id)).toEqual([
      { views: 9, likes: 4, comments: 0, shares: 2, reach: 9, watchTimeSeconds: null },
    ]);
  });
});

describe('readings stop', () => {
  it('for a post that the platform no longer has; the others of its call are read', async () => {
    const channel = await publishing.connect();
    const [gone, there] = [await buildReadPost(publishing.database, channel, { postId: 'gone' }), await post(channel)];
    expect(await run()).toEqual({ ...none, noted: 1, gone: 1 });
    expect(await stateOf(gone)).toEqual({ hours: null, waits: false, isGone: true });
    expect(await readings(there.id)).toHaveLength(1);
  });

  it.each([
    ['the connection is removed', async () => publishing.connect({ connection: { removedAt: new Date() } })],
    ['its token is dead', async () => publishing.connect({ connection: { tokenStatus: 'expired' } })],
    [
      'the workspace wants none',
      async () => {
        const channel = await publishing.connect();
        await Workspace.update({ postStatistics: false }, { where: { id: channel.workspaceId } });
        return channel;
      },
    ],
  ])('while %s: no call is made, and what was missed is left out', async (_why, connect) => {
    const { id } = await post(await connect());
    expect(await run()).toEqual({ ...none, missed: 1 });
    expect(await questions()).toEqual([]);
    expect(await readings(id)).toEqual([]);
    expect((await stateOf(id)).hours).toBeCloseTo(4.5, 1);
  });

  it('for a page whose owner has not allowed its insights', async () => {
    const page = await publishing.connect({ platform: 'facebook', connection: { permissions: [] } });
    await buildReadPost(publishing.database, page, { postId: '1_2' });
    expect(await run('facebook')).toEqual({ ...none, missed: 1 });
  });

  it('for a connection whose token the platform refuses, and not for the others', async () => {
    const [dead, other] = [await publishing.connect(), await publishing.connect()];
    const [lost, read] = [await post(dead), await post(other)];
    await publishing.sandbox.token({ token: dead.refreshToken }, '/revoke');
    expect(await run()).toEqual({ ...none, noted: 1, missed: 1 });
    expect([await readings(lost.id), (await readings(read.id)).length]).toEqual([[], 1]);
  });

  it('while the quota is kept for posts: until its day ends, nothing is asked', async () => {
    const { id } = await post(await publishing.connect());
    expect(await run('youtube', withUnits(2999))).toEqual({ ...none, later: 1 });
    expect(await questions()).toEqual([]);
    const { hours, waits } = await stateOf(id);
    expect([waits, hours! > 0 && hours! <= 25]).toEqual([true, true]);
  });

  it('at a fifth of the units of a day', async () => {
    const channels = [await publishing.connect(), await publishing.connect()];
    for (const channel of channels) await post(channel);
    const used = async () =>
      publishing.database.query(`UPDATE quota_days SET used = used + 799 WHERE bucket = 'units of readings'`);
    await run('youtube', withUnits(4000));
    await publishing.database.query(`UPDATE read_posts SET next_reading_at = now()`);
    await used();
    expect(await run('youtube', withUnits(4000))).toEqual({ ...none, later: 2 });
    expect(await questions()).toHaveLength(2);
  });
});

describe('a platform that fails', () => {
  it('is asked again in half an hour; other connections are read', async () => {
    const [one, other] = [await publishing.connect(), await publishing.connect()];
    const [first, second] = [await post(one), await post(other)];
    await publishing.fault({ method: 'GET', path: '/youtube/v3/videos', times: 1 }, { status: 503 });
    expect(await run()).toEqual({ ...none, noted: 1, later: 1 });
    const states = [await stateOf(first.id), await stateOf(second.id)].map(({ hours }) => hours!);
    expect(Math.min(...states)).toBeCloseTo(0.5, 1);
    expect(states.every((hours) => hours > 0)).toBe(true);
  });

  it('and is down ends the round: the rest stays due', async () => {
    for (let n = 0; n < 20; n += 1) await post(await publishing.connect());
    await publishing.fault({ method: 'GET', path: '/youtube/v3/videos', times: 100 }, { status: 503 });
    expect(await run()).toEqual({ ...none, later: 8 });
    expect(await questions()).toHaveLength(8);
    await publishing.sandbox.calm();
    expect(await run()).toEqual({ ...none, noted: 12 });
  });

  it('with half an answer: nothing is noted, and nothing is taken for gone', async () => {
    const { id } = await post(await publishing.connect());
    await publishing.fault(
      { method: 'GET', path: '/youtube/v3/videos', times: 1 },
      { status: 200, body: { items: [{}] } },
    );
    expect(await run()).toEqual({ ...none, later: 1 });
    expect(await stateOf(id)).toMatchObject({ isGone: false, waits: false });
    expect(await readings(id)).toEqual([]);
  });

  it('by its own quota: posts wait for it', async () => {
    const { id } = await post(await publishing.connect());
    const error = { code: 403, errors: [{ reason: 'quotaExceeded', domain: 'youtube.quota' }], message: 'quota' };
    await publishing.fault({ method: 'GET', path: '/youtube/v3/videos', times: 1 }, { status: 403, body: { error } });
    expect(await run()).toEqual({ ...none, later: 1 });
    expect(await stateOf(id)).toMatchObject({ waits: true });
  });
});

it('two rounds at the same time note each reading once', async () => {
  const made = await posts(await publishing.connect(), 5);
  const [one, other] = await Promise.all([run(), run()]);
  expect(one.noted + other.noted).toBe(5);
  for (const { id } of made) expect(await readings(id)).toHaveLength(1);
});
