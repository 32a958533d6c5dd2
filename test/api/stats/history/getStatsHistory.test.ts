import { randomUUID } from 'node:crypto';
import { Connection } from '../../../../models/connections/Connection';
import { noteReadings } from '../../../../models/readings/noteReadings';
import { PostReading } from '../../../../models/readings/PostReading';
import type { Answer } from '../../../support/actors';
import { buildReadPost } from '../../../support/build/readPost';
import { useApp } from '../../../support/callers/app';
import { buildUser } from '../../../support/callers/people';
import type { BuiltUser } from '../../../support/callers/people';
import { buildConnection } from '../../../support/build/connection';
import { useEach } from '../../../support/use';

const app = useApp();

interface Scene {
  ada: BuiltUser;
  connectionId: string;
  id: string;
  history: (query?: string) => Promise<Answer>;
}

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const figures = { views: 5, likes: 4, comments: 3, shares: 2, reach: null, watchTimeSeconds: null };

/** A post with a reading of now, and one of 20 hours before. */
async function scene(connection: Parameters<typeof buildConnection>[1] = {}): Promise<Scene> {
  const ada = await buildUser(app);
  const { connectionId } = await buildConnection(ada, connection);
  const id = await buildReadPost(app.database, { ...ada, connectionId }, { postId: 'video-1', ageHours: 30 });
  await PostReading.makePartitions();
  const [{ next: nextAt }] = (await app.database.query<{ next: Date }>(
    'SELECT next_reading_at AS next FROM read_posts WHERE assignment_id = $1',
    [id],
  )) as [{ next: Date }];
  await noteReadings(connectionId, [{ post: { assignmentId: id, nextAt }, to: ago(-18), figures }]);
  await app.database.query('SELECT make_reading_partitions($1::date, $1::date)', [ago(20)]);
  await app.database.query(
    `INSERT INTO post_readings (assignment_id, at, views, likes, comments, shares, reach) VALUES ($1, $2, 1, 0, 0, 0, 9)`,
    [id, ago(20)],
  );
  const path = `/api/v1/console/assignments/${id}/stats/history`;
  return { ada, connectionId, id, history: async (query = '') => ada.call('GET', path + query) };
}

describe('the history of a post', () => {
  it('has its readings, oldest first', async () => {
    const { id, connectionId, history } = await scene();
    const { status, body } = await history();
    expect([status, body]).toEqual([
      200,
      {
        assignmentId: id,
        connectionId,
        platform: 'youtube',
        points: [
          { at: expect.any(String), views: 1, likes: 0, comments: 0, shares: 0, reach: 9, watchTimeSeconds: null },
          { at: expect.any(String), ...figures },
        ],
        state: 'active',
      },
    ]);
    const [first, last] = body.points;
    expect(Date.parse(last.at) - Date.parse(first.at)).toBeGreaterThan(19 * hourMs);
  });

  it('has those from `dateFrom` on, and before `dateTo`', async () => {
    const { history } = await scene();
    const viewsOf = async (query: string) =>
      (await history(query)).body.points.map(({ views }: { views: number }) => views);
    const at = ago(10).toISOString();
    expect(await viewsOf(`?dateFrom=${at}`)).toEqual([5]);
    expect(await viewsOf(`?dateTo=${at}`)).toEqual([1]);
    expect(await viewsOf(`?dateFrom=${at}&dateTo=${at}`)).toEqual([]);
    expect((await history('?dateFrom=soon')).status).toBe(400);
  });

  it('costs nothing, and asks nobody', async () => {
    const { ada, history } = await scene();
    const balance = async () => (await ada.call('GET', '/api/v1/console/billing/status')).body.balance;
    const before = await balance();
    await history();
    expect(await balance()).toBe(before);
  });

  it('is there for posts of the tenant alone, once they are published', async () => {
    const { id, ada, connectionId } = await scene();
    const stranger = await buildUser(app);
    for (const path of [`${id}/stats/history`, `${id}/stats/history/export`]) {
      const { status, body } = await stranger.call('GET', `/api/v1/console/assignments/${path}`);
      expect([status, body.message]).toEqual([404, 'There is no such post.']);
    }
    const unknown = await ada.call('GET', `/api/v1/console/assignments/${randomUUID()}/stats/history`);
    await app.database.query(`UPDATE assignments SET status = 'failed' WHERE id = $1`, [id]);
    const failed = await ada.call('GET', `/api/v1/console/assignments/${id}/stats/history`);
    expect([unknown.status, failed.status, connectionId]).toEqual([404, 404, connectionId]);
  });
});

describe('its state', () => {
  it.each([
    [
      'ended',
      async ({ id }: Scene) =>
        app.database.query(`UPDATE read_posts SET next_reading_at = NULL WHERE assignment_id = $1`, [id]),
    ],
    ['ended', async ({ id }: Scene) => app.database.query(`DELETE FROM read_posts WHERE assignment_id = $1`, [id])],
    [
      'quota',
      async ({ id }: Scene) =>
        app.database.query(`UPDATE read_posts SET waits_for_quota = true WHERE assignment_id = $1`, [id]),
    ],
    [
      'access',
      async ({ connectionId }: Scene) => Connection.update({ tokenStatus: 'expired' }, { where: { id: connectionId } }),
    ],
    [
      'access',
      async ({ connectionId }: Scene) => Connection.update({ removedAt: new Date() }, { where: { id: connectionId } }),
    ],
    [
      'off',
      async ({ ada }: Scene) => ada.call('PATCH', '/api/v1/console/settings', { body: { postStatistics: false } }),
    ],
  ])('is %s (%#)', async (state, change) => {
    const one = await scene();
    await change(one);
    const { status, body } = await one.history();
    expect([status, body.state]).toEqual([200, state]);
  });
});

describe('exportStatsHistory', () => {
  it('is RFC 4180, with the fields of a point and nothing in the place of what is not told', async () => {
    const { ada, id } = await scene();
    const { status, headers, body } = await ada.call('GET', `/api/v1/console/assignments/${id}/stats/history/export`);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="post-statistics.csv"',
    ]);
    const lines = String(body).split('\r\n');
    expect(lines[0]).toBe('at,views,likes,comments,shares,reach,watchTimeSeconds');
    expect(lines.slice(1).map((line) => line.split(',').slice(1).join())).toEqual(['1,0,0,0,9,', '5,4,3,2,,', '']);
  });
});

describe('listBestPosts', () => {
  const user = useEach(async () => buildUser(app));
  const best = async (query = '') => (await user.call('GET', `/api/v1/console/stats/best-posts${query}`)).body.items;

  it('are those with the largest raw figure; gone and unread posts are left out', async () => {
    const { connectionId } = await buildConnection(user);
    const made: string[] = [];
    for (const [views, likes] of [[7, 1], [9, 2], [8, 3], [99, 99], []]) {
      const id = await buildReadPost(app.database, { ...user, connectionId }, { postId: 'video-1' });
      made.push(id);
      if (views === undefined) continue;
      await app.database.query(
        `UPDATE read_posts SET views = $2, likes = $3, comments = 0, shares = 0, read_at = now() WHERE assignment_id = $1`,
        [id, views, likes],
      );
    }
    await app.database.query(`UPDATE read_posts SET gone_at = now(), next_reading_at = NULL WHERE assignment_id = $1`, [
      made[3],
    ]);
    const ids = (items: { id: string }[]) => items.map(({ id }) => made.indexOf(id));
    expect(ids(await best())).toEqual([1, 2, 0]);
    expect(ids(await best('?by=likes&limit=2'))).toEqual([2, 1]);
    expect((await best())[0]).toMatchObject({
      views: 9,
      likes: 2,
      connection: { id: connectionId },
      readAt: expect.any(String),
    });
    const stranger = await buildUser(app);
    expect((await stranger.call('GET', '/api/v1/console/stats/best-posts')).body).toEqual({ items: [] });
  });
});
