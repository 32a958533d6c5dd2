import { createFacebook } from '../../../platforms/facebook/index';
import { failureOf } from '../../support/failureOf';
import { facebookSettings } from '../../support/facebook';
import { useFacebookSandbox } from '../../support/facebookSandbox';

const sandbox = useFacebookSandbox();
const insights = { method: 'GET', path: '/v26.0/*/insights' };

async function openPost() {
  const page = await sandbox.page();
  const { id } = (await page.post(`/${page.channelId}/feed`, { message: 'M' })).body;
  const counts = { viewCount: 70, likeCount: 5, commentCount: 3, shareCount: 2 };
  await sandbox.control('POST', '/statistics', { postId: id, ...counts });
  await sandbox.control('POST', '/statistics', { channelId: page.channelId, subscriberCount: 9, viewCount: 400 });
  const { stats } = createFacebook(facebookSettings(sandbox.facebookUrl));
  const call = { accessToken: page.accessToken, signal: new AbortController().signal };
  return { post: async () => stats.post(call, id), channel: async () => stats.channel(call) };
}

it.each(['number', 'parts'])('counts a post by the metrics that are left, told as a %s', async (insightValues) => {
  await sandbox.change({ insightValues });
  const { post } = await openPost();
  expect(await post()).toEqual({ views: 70, likes: 5, comments: 3, shares: 2 });
});

it('counts followers and posts of a page', async () => {
  const { channel } = await openPost();
  expect(await channel()).toMatchObject({ subscribers: 9, totalPosts: 1, totalViews: expect.any(Number) as number });
});

it('counts 0 for a metric that Facebook has dropped', async () => {
  const { post, channel } = await openPost();
  const error = { code: 100, message: '(#100) The value must be a valid insights metric' };
  await sandbox.control('POST', '/faults', { on: { ...insights, times: 2 }, do: { status: 400, body: { error } } });
  expect(await post()).toEqual({ views: 0, likes: 5, comments: 3, shares: 2 });
  expect(await channel()).toMatchObject({ subscribers: 9, totalViews: 0 });
});

it('says until when a page that is asked too often has to be left alone', async () => {
  const { channel } = await openPost();
  await sandbox.change({ usage: { appPercent: 0, pagePercent: 100, regainMinutes: 7 } });
  const failure = await failureOf(channel());
  expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', rateLimited: true, retryAfterMs: 7 * 60_000 });
});
