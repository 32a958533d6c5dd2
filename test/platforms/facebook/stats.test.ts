import { createFacebook } from '../../../platforms/facebook/index';
import { failureOf } from '../../support/failureOf';
import { facebookSettings } from '../../support/platforms/facebook';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { unlimited } from '../../support/platforms/quota';
import type { PageGrant } from '../../support/platforms/facebookSandbox';
import { photoBytes, videoBytes } from '../../support/media/media';

const sandbox = useFacebookSandbox();
const insights = { method: 'GET', path: '/v27.0/*/insights' };

const counts = { viewCount: 70, likeCount: 5, commentCount: 3, shareCount: 2 };
const { signal } = new AbortController();

/** A page with one post that was seen and answered. */
async function openPost() {
  const page = await sandbox.page();
  const { id } = (await page.post(`/${page.channelId}/feed`, { message: 'M' })).body;
  return openCounted(page, String(id));
}

async function openCounted({ accessToken, channelId }: Pick<PageGrant, 'accessToken' | 'channelId'>, id: string) {
  await sandbox.control('POST', '/statistics', { postId: id, ...counts });
  await sandbox.control('POST', '/statistics', { channelId, subscriberCount: 9, viewCount: 400 });
  const { stats } = createFacebook(facebookSettings(sandbox.url));
  const call = { accessToken, spend: unlimited, signal };
  return { post: async () => stats.post(call, id), channel: async () => stats.channel(call) };
}

/** A video or a story of one, published. @returns the id by which the service knows it */
async function publishVideo(page: PageGrant, edge: 'video_reels' | 'video_stories'): Promise<string> {
  const path = `/${page.channelId}/${edge}`;
  const { video_id: id, upload_url: url } = (await page.post(path, { upload_phase: 'start' })).body;
  const body = videoBytes(20_000);
  const headers = { authorization: `OAuth ${page.accessToken}`, offset: '0', file_size: String(body.length) };
  const { success } = (await (await fetch(url, { method: 'POST', headers, body: Uint8Array.from(body) })).json()) as {
    success: boolean;
  };
  expect(success).toBe(true);
  const finished = (await page.post(path, { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' })).body;
  return String(edge === 'video_reels' ? id : finished.post_id);
}

async function publishPhotoStory(page: PageGrant): Promise<string> {
  const photo = { published: 'false', source: photoBytes(20_000) };
  const { id } = (await page.post(`/${page.channelId}/photos`, photo)).body;
  return String((await page.post(`/${page.channelId}/photo_stories`, { photo_id: id })).body.post_id);
}

async function publishFeedVideo(page: PageGrant): Promise<string> {
  const path = `/${page.channelId}/videos`;
  const file_size = '20000';
  const { video_id: id, upload_session_id } = (await page.post(path, { upload_phase: 'start', file_size })).body;
  const chunk = { upload_session_id, start_offset: '0', video_file_chunk: videoBytes(20_000) };
  await page.post(`${path}?upload_phase=transfer`, { upload_phase: 'transfer', ...chunk });
  await page.post(path, { upload_phase: 'finish', upload_session_id, title: 'T' });
  return String(id);
}

describe('without read_insights', () => {
  const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];

  it('a page has its followers and posts, and no views', async () => {
    const page = await sandbox.page({ scopes });
    const { id } = (await page.post(`/${page.channelId}/feed`, { message: 'M' })).body;
    const { channel } = await openCounted(page, String(id));
    expect(await channel()).toEqual({ subscribers: 9, totalViews: null, totalPosts: 1 });
  });

  it('a post has no numbers, for its views are not known', async () => {
    const page = await sandbox.page({ scopes });
    const { id } = (await page.post(`/${page.channelId}/feed`, { message: 'M' })).body;
    const { post } = await openCounted(page, String(id));
    expect(await failureOf(post())).toMatchObject({ code: 'PERMISSION_DENIED', transient: false });
  });
});

it.each(['number', 'parts'])('counts a post by the metrics that are left, given as a %s', async (insightValues) => {
  await sandbox.change({ insightValues });
  const { post } = await openPost();
  expect(await post()).toEqual({ views: 70, likes: 5, comments: 3, shares: 2 });
});

const kinds: [string, (page: PageGrant) => Promise<string>][] = [
  ['a reel', async (page) => publishVideo(page, 'video_reels')],
  ['a video of the feed', publishFeedVideo],
  ['a story of a photo', publishPhotoStory],
  ['a story of a video', async (page) => publishVideo(page, 'video_stories')],
];
it.each(kinds)('counts what has no id of the feed: %s', async (_kind, publish) => {
  await sandbox.change({}, { processingMs: 0 });
  const page = await sandbox.page();
  const { post } = await openCounted(page, await publish(page));
  expect(await post()).toEqual({ views: 70, likes: 5, comments: 3, shares: 2 });
});

it('counts followers, views and posts of a page', async () => {
  const { channel } = await openPost();
  expect(await channel()).toEqual({ subscribers: 9, totalPosts: 1, totalViews: 400 });
});

it.each<[string, object]>([
  ['absent', {}],
  ['without a summary', { reactions: { data: [] }, likes: { data: [] }, comments: { data: [] }, shares: {} }],
  ['with an empty summary', { reactions: { summary: {} }, likes: { summary: {} }, comments: { summary: {} } }],
])('counts 0 for reactions and comments that are %s, of a post and of a video', async (_how, edges) => {
  const on = { method: 'GET', path: '/v27.0/*' };
  const { stats } = createFacebook(facebookSettings(sandbox.url));
  const page = await sandbox.page();
  for (const id of ['1_2', '3']) {
    await sandbox.control('POST', '/faults', { on, do: { status: 200, body: { id, ...edges } } });
    const found = await stats.post({ accessToken: page.accessToken, spend: unlimited, signal }, id);
    expect([id, found]).toEqual([id, { views: 0, likes: 0, comments: 0, shares: 0 }]);
  }
});

it.each([{}, { summary: {} }])('tells no number of posts of a page whose list has none: %j', async (list) => {
  const { channel } = await openPost();
  const on = { method: 'GET', path: '/v27.0/*/published_posts' };
  await sandbox.control('POST', '/faults', { on, do: { status: 200, body: { data: [], ...list } } });
  expect(await channel()).toMatchObject({ subscribers: 9, totalPosts: null });
});

it('counts a video by itself where Facebook does not show its post', async () => {
  await sandbox.change({}, { processingMs: 0 });
  const page = await sandbox.page();
  const { post } = await openCounted(page, await publishVideo(page, 'video_reels'));
  const on = { method: 'GET', path: `/v27.0/${page.channelId}_` };
  await sandbox.control('POST', '/faults', { on, do: { error: 'missingObject' } });
  expect(await post()).toEqual({ views: 70, likes: 5, comments: 3, shares: 0 });
});

it('knows no post that Facebook does not have', async () => {
  const { stats } = createFacebook(facebookSettings(sandbox.url));
  const { accessToken } = await sandbox.page();
  for (const id of ['1_2', '3']) expect(await stats.post({ accessToken, spend: unlimited, signal }, id)).toBeNull();
});

it('counts 0 views of a post, and tells none of a page, for a metric that Facebook has dropped', async () => {
  const { post, channel } = await openPost();
  const error = { code: 100, message: '(#100) The value must be a valid insights metric' };
  await sandbox.control('POST', '/faults', { on: { ...insights, times: 9 }, do: { status: 400, body: { error } } });
  expect(await post()).toEqual({ views: 0, likes: 5, comments: 3, shares: 2 });
  expect(await channel()).toMatchObject({ subscribers: 9, totalViews: null });
});

it.each<[string, object]>([
  ['of one span that it refuses', { status: 400, body: { error: { code: 100, message: '(#100) no such metric' } } }],
  ['of one day that cannot be read', { status: 200, body: { data: [{ values: [{ value: 'many' }, { value: 4 }] }] } }],
])('tells no views of a page rather than a part of them, because %s', async (_why, answer) => {
  const { channel } = await openPost();
  await sandbox.control('POST', '/faults', { on: { ...insights, times: 1 }, do: answer });
  expect(await channel()).toMatchObject({ subscribers: 9, totalPosts: 1, totalViews: null });
});

it('says until when a page that is asked too often has to be left alone', async () => {
  const { channel } = await openPost();
  await sandbox.change({ usage: { appPercent: 0, pagePercent: 100, regainMinutes: 7 } });
  const failure = await failureOf(channel());
  expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', rateLimited: true, retryAfterMs: 7 * 60_000 });
});
