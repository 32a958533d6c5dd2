import { until } from '../../../support/until';
import { usePublishedVideo } from '../publishedVideo';

const { post, app } = usePublishedVideo();

const unpublish = async (mode: string) =>
  post.call('POST', `/api/v1/assignments/${post.id}/unpublish`, { body: { mode } });
/** The removal is done, as its run reports it. */
const isDone = async () =>
  app.database.query(
    `UPDATE assignments SET removal = removal || '{"state": "done"}', next_work = NULL, payload = payload || '{"privacy": "private"}' WHERE id = $1`,
    [post.id],
  );
const removal = async () => (await post.detail()).removal;

it.each([['delete'], ['private']])('a wish to %s that comes while an update is on its way stands', async (mode) => {
  await post.fault({ method: 'PUT', path: '/youtube/v3/videos' }, { delayMs: 1500 });
  const updated = post.update({ title: 'Other', privacy: 'unlisted' });
  await until(async () => (await post.calls()).some(({ method }) => method === 'PUT'));
  expect((await unpublish(mode)).status).toBe(202);
  expect((await updated).status).toBe(200);
  expect(await removal()).toMatchObject({ mode, status: 'due' });
});

it('a post that is private is so until somebody changes who sees it', async () => {
  await unpublish('private');
  await isDone();
  expect((await post.update({ title: 'Other' })).status).toBe(200);
  expect(await removal()).toMatchObject({ mode: 'private', status: 'done' });
  expect((await post.update({ privacy: 'public' })).status).toBe(200);
  expect(await removal()).toBeNull();
});
