import { randomUUID } from 'node:crypto';
import { makeDemo } from '../../../bin/demoData/workspace';
import type { History, PastChannel, PastAssignment, PastStep } from '../../../bin/demoData/History';
import { addDays } from '../../../domain/statistics';
import { DailyStatistic } from '../../../models/statistics/DailyStatistic';
import { foldStatistics } from '../../../models/statistics/foldStatistics';
import { useApp } from '../../support/callers/app';
import { buildUser, userClient } from '../../support/callers/people';
import { testPasswords, testSecrets, testSessions } from '../../support/secrets';
import { useEach } from '../../support/use';

const app = useApp();

/** Of this test: each day is counted back from today. */
let today: string;
const dayAgo = (days: number): string => addDays(today, -days);
/** So many seconds after noon of a day. */
const noon = (daysAgo: number, seconds = 0): Date =>
  new Date(Date.parse(`${dayAgo(daysAgo)}T12:00:00Z`) + seconds * 1000);

const published = (daysAgo: number, seconds: number): PastStep[] =>
  (['uploading', 'uploaded', 'processing', 'published'] as const).map((to) => ({ to, at: noon(daysAgo, seconds) }));
const failed = (daysAgo: number, seconds: number): PastStep[] => [
  { to: 'uploading', at: noon(daysAgo, 1) },
  { to: 'failed', at: noon(daysAgo, seconds), error: { code: 'UPLOAD_FAILED', message: 'It failed.' } },
];
const assignment = (
  channel: number,
  type: PastAssignment['type'],
  daysAgo: number,
  steps: PastStep[],
  title = 'A post',
): PastAssignment => {
  return { channel, type, payload: { title }, createdAt: noon(daysAgo), scheduledAt: null, steps };
};

const [harbour, coast, cafe] = [0, 1, 2];

/** Small enough to be counted by hand. */
function history(): History {
  const channel = (name: string, parts: Partial<PastChannel> = {}): PastChannel => {
    const of = {
      externalPlatformId: `channel of ${name}`,
      isActive: true,
      tokenStatus: 'missing',
      snapshots: [],
    } as const;
    return { platform: 'youtube', name, ...of, ...parts };
  };
  const snapshots = [
    { day: dayAgo(30), subscribers: 7, totalViews: 70 },
    { day: dayAgo(2), subscribers: 100, totalViews: 4000 },
    { day: dayAgo(0), subscribers: 103, totalViews: 4050 },
  ];
  return {
    plan: 'creator',
    firstDay: new Date(dayAgo(20)),
    channels: [
      channel('Harbour', { snapshots }),
      channel('Coast', { isActive: false, tokenStatus: 'expired' }),
      channel('Café', { platform: 'facebook' }),
    ],
    assignments: [
      assignment(harbour, 'video', 3, published(3, 30), 'Thirty'),
      assignment(harbour, 'short', 3, published(3, 60), 'Sixty'),
      { ...assignment(cafe, 'text', 8, published(2, 2), 'Two'), scheduledAt: noon(2) },
      assignment(cafe, 'image', 2, failed(2, 10)),
      assignment(
        harbour,
        'video',
        5,
        [...failed(5, 20), { to: 'pending', at: noon(4) }, ...published(4, 100)],
        'Again',
      ),
      assignment(cafe, 'link', 1, [{ to: 'cancelled', at: noon(1, 1) }]),
      { ...assignment(cafe, 'story', 1, []), scheduledAt: noon(-2) },
      assignment(coast, 'video', 10, published(10, 120)),
      assignment(harbour, 'short', 9, failed(9, 5)),
      assignment(cafe, 'text', 7, published(7, 4)),
    ],
    liveCalls: [noon(1)],
    purchases: [{ at: noon(4), credits: 100 }],
  };
}

const scene = useEach(async () => {
  today = await DailyStatistic.today();
  const deps = { sequelize: app.database.sequelize, secrets: testSecrets, passwords: testPasswords };
  const owner = await makeDemo(deps, history(), new Date());
  const call = userClient(app, { token: await testSessions.issue(owner.userId) });
  const channels = await app.database.query<{ id: string; name: string }>(
    'SELECT id, name FROM connections WHERE workspace_id = $1',
    [owner.workspaceId],
  );
  return {
    ...owner,
    connectionId: (name: string) => channels.find((one) => one.name === name)!.id,
    get: async (path: string) => call('GET', `/api/v1/console/stats/${path}`),
  };
});

const nothing = { created: 0, published: 0, failed: 0, cancelled: 0, creditsUsed: 0 };
/** The days of a week on which something happened; all others are zeros. */
const week = (days: Record<number, object>) =>
  [6, 5, 4, 3, 2, 1, 0].map((ago) => ({ date: dayAgo(ago), ...nothing, ...days[ago] }));

describe.each([false, true])('getStatsOverview, getStatsAnalytics and compareStats (folded: %s)', (isFolded) => {
  beforeEach(async () => {
    if (isFolded) while ((await foldStatistics(7)) > 0);
  });

  it('overview: the assignments of a week by their status, what was published, channels and credits', async () => {
    expect((await scene.get('overview?days=7')).body).toEqual({
      assignments: {
        total: 6,
        byStatus: { pending: 1, uploading: 0, uploaded: 0, processing: 0, published: 3, failed: 1, cancelled: 1 },
      },
      published: { count: 4, previousCount: 2 },
      successRate: 0.6667,
      medianSecondsToPublish: 45,
      connections: { total: 3, active: 2, needsAttention: 2 },
      credits: { balance: 5060, monthlyCredits: 5000, usedThisCycle: 40 },
    });
  });

  it('analytics: a point for every day, of all and of what fits a filter', async () => {
    const series = async (filter = '') => (await scene.get(`analytics?days=7${filter}`)).body.series;
    expect(await series()).toEqual(
      week({
        5: { created: 1, failed: 1 },
        4: { published: 1, creditsUsed: 10 },
        3: { created: 2, published: 2, creditsUsed: 15 },
        2: { created: 1, published: 1, failed: 1, creditsUsed: 1 },
        1: { created: 2, cancelled: 1, creditsUsed: 1 },
      }),
    );
    expect(await series('&platform=facebook')).toEqual(
      week({ 2: { created: 1, published: 1, failed: 1, creditsUsed: 1 }, 1: { created: 2, cancelled: 1 } }),
    );
    const ofHarbour = week({
      5: { created: 1, failed: 1 },
      4: { published: 1, creditsUsed: 10 },
      3: { created: 2, published: 2, creditsUsed: 15 },
    });
    expect(await series(`&connectionId=${scene.connectionId('Harbour')}`)).toEqual(ofHarbour);
    expect(await series(`&platform=youtube&connectionId=${scene.connectionId('Harbour')}`)).toEqual(ofHarbour);
    expect(await series(`&platform=facebook&connectionId=${scene.connectionId('Harbour')}`)).toEqual(week({}));
  });

  it('compare: a week against the one before it', async () => {
    expect((await scene.get('compare?days=7')).body).toEqual({
      current: {
        created: 6,
        published: 4,
        failed: 2,
        cancelled: 1,
        successRate: 0.6667,
        medianSecondsToPublish: 45,
        creditsUsed: 27,
      },
      previous: {
        created: 4,
        published: 2,
        failed: 1,
        cancelled: 0,
        successRate: 0.6667,
        medianSecondsToPublish: 62,
        creditsUsed: 11,
      },
      change: {
        created: 50,
        published: 100,
        failed: 100,
        cancelled: null,
        successRate: 0,
        medianSecondsToPublish: -27.4,
        creditsUsed: 145.5,
      },
    });
  });

  it('compare: a retry a day later counts from the first time on', async () => {
    const { current } = (await scene.get('compare?days=5')).body;
    expect(current).toMatchObject({ published: 4, failed: 1, successRate: 0.8, medianSecondsToPublish: 45 });
    const { previous } = (await scene.get('compare?days=2')).body;
    expect(previous).toMatchObject({ published: 3, medianSecondsToPublish: 30 });
  });
});

describe('listRecentPosts and getSubscriberGrowth', () => {
  it('recent-posts: what was published last, newest first', async () => {
    const { items } = (await scene.get('recent-posts?limit=4')).body;
    expect(items.map(({ title, publishedAt }: Record<string, string>) => [title, publishedAt])).toEqual([
      ['Two', noon(2, 2).toISOString()],
      ['Sixty', noon(3, 60).toISOString()],
      ['Thirty', noon(3, 30).toISOString()],
      ['Again', noon(4, 100).toISOString()],
    ]);
    expect(items[0]).toEqual({
      id: expect.any(String),
      title: 'Two',
      type: 'text',
      platform: 'facebook',
      connection: { id: scene.connectionId('Café'), name: 'Café', thumbnailUrl: null },
      platformUrl: expect.stringContaining(items[0].id),
      publishedAt: noon(2, 2).toISOString(),
      thumbnailUrl: null,
      reading: {
        views: expect.any(Number),
        likes: expect.any(Number),
        comments: expect.any(Number),
        shares: 0,
        readAt: expect.any(String),
      },
    });
    // The demo has the figures of the hour.
    const { views, likes, comments } = items[0].reading;
    expect([views > likes, likes > comments, comments > 0]).toEqual([true, true, true]);
  });

  it('subscriber-growth: a point for every day, and a day without a snapshot is a gap, never a zero', async () => {
    const gap = { subscribers: null, totalViews: null };
    const points = [
      { date: dayAgo(3), ...gap },
      { date: dayAgo(2), subscribers: 100, totalViews: 4000 },
      { date: dayAgo(1), ...gap },
      { date: dayAgo(0), subscribers: 103, totalViews: 4050 },
    ];
    const gaps = points.map(({ date }) => ({ date, ...gap }));
    const series = async (query: string) => (await scene.get(`subscriber-growth?days=4${query}`)).body.series;
    const harbourSeries = { connectionId: scene.connectionId('Harbour'), name: 'Harbour', platform: 'youtube', points };
    expect(await series('')).toEqual([
      { connectionId: scene.connectionId('Café'), name: 'Café', platform: 'facebook', points: gaps },
      { connectionId: scene.connectionId('Coast'), name: 'Coast', platform: 'youtube', points: gaps },
      harbourSeries,
    ]);
    expect(await series(`&connectionId=${scene.connectionId('Harbour')}`)).toEqual([harbourSeries]);
  });
});

it('shows a new workspace zeros, and null where there is nothing to divide or to order', async () => {
  const { call } = await buildUser(app);
  const get = async (path: string) => (await call('GET', `/api/v1/console/stats/${path}`)).body;
  expect(await get('overview')).toMatchObject({
    assignments: { total: 0 },
    published: { count: 0, previousCount: 0 },
    successRate: null,
    medianSecondsToPublish: null,
    connections: { total: 0, active: 0, needsAttention: 0 },
  });
  expect((await get('analytics')).series).toHaveLength(30);
  expect((await get('analytics?days=365')).series).toHaveLength(365);
  expect((await get('compare')).change).toMatchObject({ created: null, successRate: null, creditsUsed: null });
  expect(await get('recent-posts')).toEqual({ items: [] });
  expect(await get('subscriber-growth')).toEqual({ series: [] });
});

it("answers 404 to another workspace's connection, as to an unknown one", async () => {
  const { call } = await buildUser(app);
  for (const path of ['analytics', 'subscriber-growth']) {
    const query = `connectionId=${scene.connectionId('Harbour')}`;
    expect(await call('GET', `/api/v1/console/stats/${path}?${query}`)).toMatchObject({ status: 404 });
    expect(await scene.get(`${path}?connectionId=${randomUUID()}`)).toMatchObject({ status: 404 });
  }
});

it.each(['overview?days=0', 'analytics?days=366', 'compare?days=1.5', 'recent-posts?limit=51', 'analytics?platform=x'])(
  'answers 400 to %s',
  async (query) => {
    expect((await scene.get(query)).status).toBe(400);
  },
);
