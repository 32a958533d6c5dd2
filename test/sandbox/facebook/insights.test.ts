import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { useEach } from '../../support/use';

describe('Statistics of Facebook', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const post = async (message: string): Promise<string> =>
    (await page.post(`/${page.channelId}/feed`, { message })).body.id;
  const count = async (change: object) => sandbox.control('POST', '/statistics', change);
  const insights = async (id: string, params: Record<string, string>) =>
    (await page.get(`/${id}/insights`, params)).body;

  it('of a page are its followers, its views and the number of its posts', async () => {
    await count({ channelId: page.channelId, subscriberCount: 7, viewCount: 1000 });
    const fields = 'followers_count,fan_count';
    expect((await page.get(`/${page.channelId}`, { fields })).body).toMatchObject({ followers_count: 7, fan_count: 7 });
    const { data } = await insights(page.channelId, { metric: 'page_media_view', period: 'day' });
    expect(data).toMatchObject([
      {
        name: 'page_media_view',
        period: 'day',
        id: `${page.channelId}/insights/page_media_view/day`,
        values: [
          { value: 5, end_time: expect.stringMatching(/\+0000$/) },
          { value: 5, end_time: expect.any(String) },
        ],
      },
    ]);
    for (const message of ['A', 'B']) await post(message);
    const listed = await page.get(`/${page.channelId}/published_posts`, { limit: '0', summary: 'total_count' });
    expect(listed.body).toEqual({ data: [], summary: { total_count: 2 } });
  });

  it('of a page are reported by the day, and make its views when all days are asked for, each once', async () => {
    await count({ channelId: page.channelId, viewCount: 777 });
    const today = Math.ceil(Date.now() / 86_400_000);
    const span = async (from: number, to: number): Promise<number[]> => {
      const [since, until] = [from, to].map((days) => String((today - days) * 86_400));
      const { data } = await insights(page.channelId, { metric: 'page_media_view', since: since!, until: until! });
      return data[0].values.map(({ value }: { value: number }) => value);
    };
    const days = [await span(273, 182), await span(182, 91), await span(91, 0)].flat();
    expect(days).toHaveLength(273);
    expect(days.reduce((total, one) => total + one, 0)).toBe(777);
    expect(Math.max(...days)).toBe(4);
  });

  it('name the same time before and after, as the next and previous page', async () => {
    const [since, until] = [1_700_000_000, 1_700_172_800].map(String) as [string, string];
    const spanOf = (url: string) => {
      const { searchParams } = new URL(url);
      return ['metric', 'since', 'until', 'appsecret_proof'].map((name) => searchParams.get(name));
    };
    const { paging } = await insights(page.channelId, { metric: 'page_media_view', since, until });
    expect(spanOf(paging.previous)).toEqual(['page_media_view', '1699827200', since, null]);
    expect(spanOf(paging.next)).toEqual(['page_media_view', until, '1700345600', null]);
    const ofPost = await insights(await post('Paged'), { metric: 'post_media_view' });
    expect(ofPost.paging).toEqual({ previous: expect.any(String), next: expect.any(String) });
  });

  it('of a post are its views, reactions, comments and shares', async () => {
    const id = await post('Counted');
    const fields = 'shares,reactions.limit(0).summary(total_count),comments.limit(0).summary(total_count)';
    const none = (await page.get(`/${id}`, { fields })).body;
    expect(none).not.toHaveProperty('shares');
    await count({ postId: id, viewCount: 9, likeCount: 3, commentCount: 2, shareCount: 1 });
    expect((await page.get(`/${id}`, { fields })).body).toEqual({
      id,
      shares: { count: 1 },
      reactions: { data: [], summary: { total_count: 3 } },
      comments: { data: [], summary: { total_count: 2 } },
    });
    const { data } = await insights(id, { metric: 'post_media_view' });
    expect(data).toMatchObject([{ name: 'post_media_view', period: 'lifetime', values: [{ value: 9 }] }]);
    await sandbox.change({ insightValues: 'parts' });
    const parts = (await insights(id, { metric: 'post_media_view' })).data[0].values[0].value;
    expect(Object.values(parts)).toEqual([4, 5]);
  });

  it.each(['page_impressions', 'page_fans', 'page_posts_impressions', 'nonsense'])('do not know %s', async (metric) => {
    expect((await insights(page.channelId, { metric })).error).toMatchObject({
      code: 100,
      message: '(#100) The value must be a valid insights metric',
    });
  });

  it('are reported for 93 days at most, and with read_insights only', async () => {
    const span = (days: number) => ({
      metric: 'page_media_view',
      since: '1700000000',
      until: String(1_700_000_000 + days * 86_400),
    });
    expect((await insights(page.channelId, span(93))).data[0].values).toHaveLength(93);
    expect((await insights(page.channelId, span(94))).error.code).toBe(100);
    const other = await sandbox.page({ scopes: ['pages_read_engagement', 'pages_show_list'] });
    const refused = await other.get(`/${other.channelId}/insights`, { metric: 'page_media_view' });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 200 } } });
  });

  it('of a video are its views: with video_insights and its post, never with its own insights', async () => {
    const { video_id: id, upload_session_id: session } = (
      await page.post(`/${page.channelId}/videos`, { upload_phase: 'start', file_size: '2000' })
    ).body;
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(1988)]);
    const chunk = { upload_session_id: session, start_offset: '0', video_file_chunk: film };
    await page.post(`/${page.channelId}/videos`, { upload_phase: 'transfer', ...chunk });
    await page.post(`/${page.channelId}/videos`, { upload_phase: 'finish', upload_session_id: session });
    expect((await count({ postId: id, viewCount: 5 })).body.statistics).toMatchObject({ viewCount: 5 });
    expect((await page.get(`/${id}`, { fields: 'views' })).body.views).toBe(5);
    expect((await page.get(`/${id}/video_insights`, { metric: 'total_video_views' })).body.data).toMatchObject([
      { name: 'total_video_views', values: [{ value: 5 }] },
    ]);
    expect((await insights(id, { metric: 'post_media_view' })).error.message).toBe(
      '(#100) Tried accessing nonexisting field (insights) on node type (Video)',
    );
    const { post_id: postId } = (await page.get(`/${id}`, { fields: 'post_id' })).body;
    const ofPost = await insights(`${page.channelId}_${postId}`, { metric: 'post_media_view' });
    expect(ofPost.data).toMatchObject([{ values: [{ value: 5 }] }]);
  });

  it('count a view of the page of a live post', async () => {
    const id = await post('Seen');
    await fetch(`${sandbox.url}/facebook/posts/${id}`);
    expect((await insights(id, { metric: 'post_media_view' })).data[0].values[0].value).toBe(1);
  });

  it('cannot be set where there is nothing to count', async () => {
    expect((await count({ channelId: page.channelId, videoCount: 3 })).status).toBe(400);
    expect((await count({ postId: 'nonsense', viewCount: 3 })).status).toBe(400);
  });
});
