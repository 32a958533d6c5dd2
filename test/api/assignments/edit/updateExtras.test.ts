import { youtubeVideo } from '../../../kinds/youtubeVideo';
import { takeTurns } from '../../../support/runs/takenTurns';
import { makeGif } from '../../../support/media/mediaFiles';
import type { Json } from '../../../support/servers/sandbox';
import { payload, png, usePublishedVideo } from '../publishedVideo';

const { sandbox, media, app, post } = usePublishedVideo();

const update = async (change: object) => post.update(change);
const detail = async () => post.detail();
const video = async () => post.video();
const makePlaylist = async () => youtubeVideo.extras!.makePlace(sandbox.url, post.grant.accessToken);
const itemsIn = async (playlistId: string) => {
  const { playlists } = await sandbox.stateOf('youtube');
  return playlists.find((found: Json) => found.id === playlistId).items.map((item: Json) => item.videoId);
};
/** Ends the lease of an earlier try. */
const endLease = async () =>
  app.database.query(`UPDATE post_extras SET lease_until = '-infinity' WHERE assignment_id = $1`, [post.id]);
const warning = (words: RegExp) => ({ 'payload.thumbnailUrl': [expect.stringMatching(words)] });
const used = ({ headers }: { headers: Headers }) => headers.get('x-credits-used');

it('sets the thumbnail and adds to the playlist before it answers, for one credit', async () => {
  const change = { thumbnailUrl: media.serve({ bytes: png }).url, playlistId: await makePlaylist() };
  const answer = await update(change);

  expect([answer.status, used(answer)]).toEqual([200, '1']);
  const { id } = post;
  expect(answer.body).toEqual({ id, status: 'published', scheduledAt: null, payload: { ...payload, ...change } });
  expect(await video()).toMatchObject({ thumbnail: { sizeBytes: png.length, setCount: 1 } });
  expect(await itemsIn(change.playlistId)).toEqual([post.videoId]);
  expect(await detail()).toMatchObject({ payload: change, warnings: {} });
});

it('with another playlist leaves the post in the earlier one, and sets no thumbnail again', async () => {
  const [first, second] = [await makePlaylist(), await makePlaylist()];
  const thumbnailUrl = media.serve({ bytes: png }).url;
  expect((await update({ thumbnailUrl, playlistId: first })).status).toBe(200);
  expect((await update({ playlistId: second })).status).toBe(200);

  expect([await itemsIn(first), await itemsIn(second)]).toEqual([[post.videoId], [post.videoId]]);
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
});

it('changes the rest of the post where a thumbnail fails, and says so in its answer, the detail and the log', async () => {
  const thumbnailUrl = media.serve({ bytes: makeGif(16, 9) }).url;
  const answer = await update({ title: 'Along the coast', thumbnailUrl });

  const warnings = {
    'payload.thumbnailUrl': ['format is image/gif; must be image/jpeg or image/png. Send another picture.'],
  };
  expect([answer.status, used(answer), answer.body.warnings]).toEqual([200, '1', warnings]);
  expect(await video()).toMatchObject({ snippet: { title: 'Along the coast' }, thumbnail: null });
  expect(await detail()).toMatchObject({ status: 'published', errors: [], warnings });
  expect(app.log.filter(({ field }) => field === 'thumbnailUrl')).toMatchObject([
    { level: 40, assignmentId: post.id, code: 'MEDIA_INVALID' },
  ]);
});

it('tries again what has failed when it is named once more; other changes of nothing cost nothing', async () => {
  let isThere = false;
  const thumbnailUrl = media.serve(() => (isThere ? { bytes: png } : { status: 503 })).url;
  expect((await update({ thumbnailUrl })).body.warnings).toEqual({
    'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
  });
  isThere = true;
  expect(used(await update({ title: payload.title }))).toBe('0');
  expect((await detail()).warnings).not.toEqual({});
  await endLease();
  const again = await update({ thumbnailUrl });
  expect([again.status, used(again), again.body.warnings]).toEqual([200, '1', undefined]);
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
  expect((await detail()).warnings).toEqual({});
  expect(used(await update({ thumbnailUrl }))).toBe('0');
});

it.each([
  ['asks for fewer requests', {}, 'GET', { error: 'queriesPerMinute' }, 429],
  ['refuses the rest of the post', { title: 'Other' }, 'PUT', { error: 'invalidTitle' }, 409],
])('lacks what it lacked where the platform %s, and gets it when it is named again', async (...row) => {
  const [_what, change, method, action, code] = row;
  let isThere = false;
  const thumbnailUrl = media.serve(() => (isThere ? { bytes: png } : { status: 404 })).url;
  await update({ thumbnailUrl });
  isThere = true;
  await post.fault({ method, path: '/youtube/v3/videos' }, action);
  expect((await update({ ...change, thumbnailUrl })).status).toBe(code);
  expect((await detail()).warnings).toEqual(warning(/answered 404/));

  const again = await update({ thumbnailUrl });
  expect([again.status, used(again), again.body.warnings]).toEqual([200, '1', undefined]);
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
  expect((await detail()).warnings).toEqual({});
});

it.each([
  ['the same thumbnail', true, /connection to YouTube broke/],
  ['another thumbnail', false, /still be on its way/],
])('lacks %s that is named too early, until it is named again', async (_what, isSame, words) => {
  await post.fault({ method: 'POST', path: '/upload/youtube/v3/thumbnails' }, { loseAnswer: true });
  const first = media.serve({ bytes: png }).url;
  expect((await update({ thumbnailUrl: first })).body.warnings).toEqual(warning(/connection to YouTube broke/));
  const thumbnailUrl = isSame ? first : media.serve({ bytes: png }).url;
  expect((await update({ thumbnailUrl })).body.warnings).toEqual(warning(/still be on its way/));
  expect((await detail()).warnings).toEqual(warning(words));

  await endLease();
  const again = await update({ thumbnailUrl });
  expect([again.status, used(again), again.body.warnings]).toEqual([200, '1', undefined]);
  expect((await detail()).warnings).toEqual({});
});

it('lacks what a process was about to set when it died', async () => {
  const thumbnailUrl = media.serve({ bytes: makeGif(16, 9) }).url;
  await update({ thumbnailUrl });
  await app.database.query('UPDATE post_extras SET ended_at = NULL, warning = NULL WHERE assignment_id = $1', [
    post.id,
  ]);
  expect((await detail()).warnings).toEqual(warning(/still be on its way/));
  expect((await update({ thumbnailUrl })).body.warnings).toEqual(warning(/image\/gif/));
});

it('adds nothing where the platform refuses the rest of the post', async () => {
  const playlistId = await makePlaylist();
  const thumbnailUrl = media.serve({ bytes: png }).url;
  expect((await update({ title: 'Other', categoryId: '999', playlistId, thumbnailUrl })).status).toBe(409);

  expect(await itemsIn(playlistId)).toEqual([]);
  expect(await video()).toMatchObject({ thumbnail: null });
  expect(await detail()).toMatchObject({ payload, warnings: {} });
});

it.each([
  ['a thumbnail on this machine', { thumbnailUrl: 'http://127.0.0.1:1/a.png' }, 'payload.thumbnailUrl'],
  ['a thumbnail that is no address', { thumbnailUrl: 'a.png' }, 'payload.thumbnailUrl'],
  ['a playlist that is no id', { playlistId: 'https://www.youtube.com/playlist?list=PL1' }, 'payload.playlistId'],
  ['a playlist that is null', { playlistId: null }, 'payload.playlistId'],
])('refuses %s, as create and validate do; the platform is not asked', async (_what, change, field) => {
  const { status, body } = await update(change);
  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  const created = await post.create({ payload: { ...payload, ...change } });
  expect([created.status, Object.keys(created.body.details)]).toEqual([400, [field]]);
  const { connectionId } = post;
  const request = {
    connectionId,
    type: 'video',
    payload: { ...payload, ...change },
    mediaUrl: 'https://media.example/a',
  };
  const validated = await post.call('POST', '/api/v1/assignments/validate', { body: request });
  expect(validated.body).toMatchObject({ valid: false, errors: { [field]: body.details[field] } });
  expect(await post.calls()).toEqual([]);
});

it('changes the rest of the post where its workspace waits for as many hosts as it may', async () => {
  const end = await takeTurns(app.deps.hostTurns, post.workspaceId, 5 + 20);
  const { url: thumbnailUrl, requests } = media.serve({ bytes: png });
  const answer = await update({ title: 'Along the coast', thumbnailUrl });
  expect([answer.status, answer.body.warnings]).toEqual([200, warning(/change it again in a moment/)]);
  expect(await video()).toMatchObject({ snippet: { title: 'Along the coast' }, thumbnail: null });
  expect(requests).toEqual([]);
  await end();
  expect((await update({ thumbnailUrl })).body.warnings).toBeUndefined();
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
});
