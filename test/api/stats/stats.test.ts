import { permissionsFor } from '../../../domain/consent/feature';
import type { FeatureName } from '../../../domain/consent/feature';
import { facebookPermissions } from '../../../platforms/facebook/login/permissions';
import { randomUUID } from 'node:crypto';
import { quotaDayAt } from '../../../domain/quotaDay';
import { releaseStaleHolds } from '../../../models/billing/releaseStaleHolds';
import { buildCaller } from '../../support/callers/caller';
import { useSandbox } from '../../support/servers/sandbox';
import type { Grant } from '../../support/servers/sandbox';
import type { Answer } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { until } from '../../support/until';
import { use } from '../../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));

interface Scene {
  workspace: BuiltWorkspace;
  grant: Grant;
  connectionId: string;
  videoId: string;
  postId: string;
  get: (path: string) => Promise<Answer>;
}

/** A connection with one published video, in a workspace that has `credits` left. */
async function scene(overrides: Parameters<typeof buildConnection>[1] = {}, credits = 20): Promise<Scene> {
  const grant = await sandbox.grant();
  const workspace = await buildCaller(app, { credits: credits + 10, connection: overrides, grant });
  const { connectionId } = workspace;
  const videoId = await sandbox.upload(grant.accessToken);
  const published = { status: 'published', platformPostId: videoId } as const;
  const { assignmentId: postId } = await buildAssignment(workspace, published);
  const get = async (path: string) => workspace.call('GET', `/api/v1/connections/${connectionId}/${path}`);
  return { workspace, grant, connectionId, videoId, postId, get };
}

const secondsOfQuotaDay = (): number =>
  Math.ceil((quotaDayAt(new Date(), 'America/Los_Angeles').endsAt.getTime() - Date.now()) / 1000);
const pathOf = (kind: string, { postId }: Scene) => (kind === 'channel' ? 'channel-stats' : `posts/${postId}/stats`);
const hostPath = (kind: string) => (kind === 'channel' ? '/youtube/v3/channels' : '/youtube/v3/videos');
const entriesOf = async ({ workspace }: Scene) =>
  app.database.query<{ type: string; operation: string; amount: number }>(
    `SELECT type, operation, amount FROM credit_entries WHERE workspace_id = $1 AND operation LIKE 'stats.%' ORDER BY seq`,
    [workspace.workspaceId],
  );
const fault = async (kind: string, action: object, times = 1) =>
  sandbox.control('POST', '/faults', { on: { method: 'GET', path: hostPath(kind), times }, do: action });
const callsTo = async (kind: string) => {
  const { calls } = (await sandbox.control('GET', '/calls')).body;
  return calls.filter(({ path }: { path: string }) => path === hostPath(kind)).length;
};

it('channel-stats tells what the platform counts now', async () => {
  const one = await scene();
  const counts = { subscriberCount: 1234, viewCount: 987, videoCount: 3 };
  await sandbox.control('POST', '/statistics', { channelId: one.grant.channelId, ...counts });
  const { status, body } = await one.get('channel-stats');

  expect(status).toBe(200);
  expect(body).toEqual({
    connectionId: one.connectionId,
    platform: 'youtube',
    subscribers: 1230,
    totalViews: 987,
    totalPosts: 3,
    fetchedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it('post stats tell what the platform counts now; it does not count shares', async () => {
  const one = await scene();
  await sandbox.control('POST', '/statistics', { videoId: one.videoId, viewCount: 54, likeCount: 3, commentCount: 2 });
  const { status, body } = await one.get(`posts/${one.postId}/stats`);

  expect(status).toBe(200);
  expect(body).toEqual({
    postId: one.postId,
    connectionId: one.connectionId,
    platform: 'youtube',
    views: 54,
    likes: 3,
    comments: 2,
    shares: 0,
    fetchedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it('a figure that the platform does not count, or hides, is 0', async () => {
  const one = await scene();
  await sandbox.control('POST', '/statistics', { channelId: one.grant.channelId, hiddenSubscriberCount: true });
  await sandbox.control('POST', '/statistics', { videoId: one.videoId, likeCount: null, commentCount: null });
  expect((await one.get('channel-stats')).body).toMatchObject({ subscribers: 0 });
  expect((await one.get(`posts/${one.postId}/stats`)).body).toMatchObject({ likes: 0, comments: 0 });
});

describe.each(['channel', 'post'])('getChannelStats and getPostStats: %s', (kind) => {
  it('cost one credit, which is held and charged', async () => {
    const one = await scene();
    const { headers } = await one.get(pathOf(kind, one));
    expect([headers.get('x-credits-used'), headers.get('x-credits-balance')]).toEqual(['1', '19']);
    expect(await entriesOf(one)).toEqual([
      { type: 'hold', operation: `stats.${kind}`, amount: -1 },
      { type: 'charge', operation: `stats.${kind}`, amount: 0 },
    ]);
  });

  it('answer 402 without a credit, and the platform is not asked', async () => {
    const one = await scene({}, 0);
    const before = await callsTo(kind);
    const { status, headers, body } = await one.get(pathOf(kind, one));
    expect([status, body]).toEqual([402, { error: 'INSUFFICIENT_CREDITS', required: 1, balance: 0 }]);
    expect([headers.get('x-credits-required'), headers.get('x-credits-balance')]).toEqual(['1', '0']);
    expect(await callsTo(kind)).toBe(before);
    expect(await entriesOf(one)).toEqual([]);
  });

  it('work on an inactive connection', async () => {
    const one = await scene({ isActive: false });
    expect((await one.get(pathOf(kind, one))).status).toBe(200);
  });

  it.each(['expired', 'missing'] as const)('answer 409 when the token is %s, and cost nothing', async (tokenStatus) => {
    const one = await scene({ tokenStatus }, 0);
    expect(await one.get(pathOf(kind, one))).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: {} } });
    expect(await entriesOf(one)).toEqual([]);
  });

  it('renew a token that has run out, or that the platform does not take any more', async () => {
    const over = await scene({ tokenExpiresAt: new Date(Date.now() - 1000) });
    expect((await over.get(pathOf(kind, over))).status).toBe(200);
    const refused = await scene();
    await fault(kind, { error: 'authError' });
    expect((await refused.get(pathOf(kind, refused))).status).toBe(200);
  });

  it('answer 409 when the platform has ended the access, and cost nothing', async () => {
    const one = await scene();
    await sandbox.token({ token: one.grant.refreshToken }, '/revoke');
    expect(await one.get(pathOf(kind, one))).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect((await entriesOf(one)).map(({ type }) => type)).toEqual(['hold', 'release']);
  });

  it.each<[string, object, () => number]>([
    ['its own limit, with a time', { status: 429, headers: { 'Retry-After': '17' } }, () => 17],
    ['its own limit, without a time', { status: 429 }, () => 60],
    ['the daily quota, which resets at midnight Pacific time', { error: 'quotaExceeded' }, secondsOfQuotaDay],
  ])('answer 429 with Retry-After to %s, and cost nothing', async (_name, action, secondsLeft) => {
    const one = await scene();
    await fault(kind, action);
    const leftBefore = secondsLeft();
    const { status, headers, body } = await one.get(pathOf(kind, one));
    expect([status, body.error]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(leftBefore);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(secondsLeft());
    expect((await entriesOf(one)).map(({ type }) => type)).toEqual(['hold', 'release']);
    expect(headers.get('x-credits-used')).toBeNull();
  });

  it.each([
    ['a server error', { status: 503 }],
    ['a lost answer', { loseAnswer: true }],
    ['nonsense', { status: 200, body: 'hello' }],
  ])('answer 503 with Retry-After to %s, and cost nothing', async (_name, action) => {
    const one = await scene();
    await fault(kind, action);
    const { status, headers, body } = await one.get(pathOf(kind, one));
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
    expect((await entriesOf(one)).map(({ type }) => type)).toEqual(['hold', 'release']);
  });

  it('ask three times where the platform refuses in words that nobody knows, then tell them, and cost nothing', async () => {
    const unfamiliar = {
      status: 418,
      body: { error: { message: 'Mind the gap.', errors: [{ reason: 'somethingNew' }] } },
    };
    const one = await scene();
    await fault(kind, unfamiliar, 2);
    expect((await one.get(pathOf(kind, one))).status).toBe(200);
    const before = await callsTo(kind);
    const other = await scene();
    await fault(kind, unfamiliar, 3);
    const { status, body } = await other.get(pathOf(kind, other));
    expect([status, body.error, body.message]).toEqual([
      503,
      'UNAVAILABLE',
      expect.stringContaining('"Mind the gap."'),
    ]);
    expect(await callsTo(kind)).toBe(before + 3);
    expect((await entriesOf(other)).map(({ type }) => type)).toEqual(['hold', 'release']);
  });

  it('release, by the hourly clean-up, what was held by a process that died', async () => {
    const one = await scene();
    await fault(kind, { delayMs: 400 });
    const answer = one.get(pathOf(kind, one));
    await until(async () => (await entriesOf(one)).length === 1);
    await app.database.query(`ALTER TABLE credit_entries DISABLE TRIGGER USER`);
    await app.database.query(
      `UPDATE credit_entries SET created_at = now() - interval '11 minutes' WHERE operation LIKE 'stats.%' AND workspace_id = $1`,
      [one.workspace.workspaceId],
    );
    await app.database.query(`ALTER TABLE credit_entries ENABLE TRIGGER USER`);
    expect(await releaseStaleHolds()).toBe(1);
    expect(await releaseStaleHolds()).toBe(0);
    await answer;
    expect((await entriesOf(one)).map(({ type }) => type)).toEqual(['hold', 'release']);
  });

  it('never cost more than there is, however many ask at once', async () => {
    const one = await scene({}, 3);
    const answers = await Promise.all(Array.from({ length: 8 }, async () => one.get(pathOf(kind, one))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 402)).toHaveLength(5);
  });
});

describe('getPostStats', () => {
  it('answer 404 to a post that is unknown, foreign, of another connection or not published', async () => {
    const one = await scene();
    const { connectionId: other } = await buildConnection(one.workspace, {}, await sandbox.grant());
    const ofOther = await buildAssignment(
      { ...one.workspace, connectionId: other },
      { status: 'published', platformPostId: 'x' },
    );
    const parent = { ...one.workspace, connectionId: one.connectionId };
    const pending = await buildAssignment(parent).catch(() => undefined);
    const foreign = await scene();
    const ids = [randomUUID(), foreign.postId, ofOther.assignmentId, pending!.assignmentId];
    for (const id of ids) {
      const { status, body } = await one.get(`posts/${id}/stats`);
      expect([status, body]).toEqual([404, { error: 'NOT_FOUND', message: expect.any(String), details: {} }]);
    }
    expect(await entriesOf(one)).toEqual([]);
  });

  it('answer 404 to a post that the platform has no more, and cost nothing', async () => {
    const one = await scene();
    await sandbox.youtube('DELETE', `/youtube/v3/videos?id=${one.videoId}`, { token: one.grant.accessToken });
    expect((await one.get(`posts/${one.postId}/stats`)).status).toBe(404);
    expect((await entriesOf(one)).map(({ type }) => type)).toEqual(['hold', 'release']);
  });

  it('answer 400 to a malformed id', async () => {
    const one = await scene();
    expect(await one.get('posts/x/stats')).toMatchObject({
      status: 400,
      body: { details: { postId: expect.any(Array) } },
    });
  });
});

describe.each(['channel', 'post'])('%s-stats of a page', (kind) => {
  const page = async (features: readonly FeatureName[]) => {
    const grant: Grant = (await sandbox.control('POST', '/channels', { platform: 'facebook', name: 'A page' })).body;
    const permissions = permissionsFor(facebookPermissions, features);
    const connection = { platform: 'facebook', permissions } as const;
    const workspace = await buildCaller(app, { credits: 20, connection, grant });
    const made = { status: 'published', platformPostId: '1_2' } as const;
    const { assignmentId: postId } = await buildAssignment(workspace, made);
    const path = kind === 'channel' ? 'channel-stats' : `posts/${postId}/stats`;
    return workspace.call('GET', `/api/v1/connections/${workspace.connectionId}/${path}`);
  };
  const seen = async () => (await sandbox.control('GET', '/calls')).body.calls.length;

  it.each<[string, FeatureName[]]>([
    ['nothing', []],
    ['other features', ['comments', 'businessPages']],
  ])('whose owner has allowed %s is refused, costs nothing and asks nothing', async (_name, features) => {
    const before = await seen();
    const { status, body, headers } = await page(features);
    expect([status, body.error, body.reason]).toEqual([409, 'CONFLICT', 'feature_missing']);
    expect(body.message).toContain('"insights"');
    expect(headers.get('x-credits-used') ?? '0').toBe('0');
    expect(await seen()).toBe(before);
  });

  it('whose owner has allowed insights asks the platform', async () => {
    const { status, body } = await page(['insights']);
    expect([status, body.reason]).toEqual(kind === 'channel' ? [200, undefined] : [404, undefined]);
  });
});
