import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { youtubeVideo } from '../../kinds/youtubeVideo';
import { startApp } from '../../support/app';
import { makeGif, makePng } from '../../support/mediaFiles';
import { startMediaSource } from '../../support/mediaSource';
import { startOperating } from '../../support/operating';
import type { Operating } from '../../support/operating';
import { useSandbox } from '../../support/sandbox';
import type { Grant, Json } from '../../support/sandbox';
import { testIssuer } from '../../support/secrets';
import { uploaderFor } from '../../support/uploads';
import { use } from '../../support/use';

const payload = { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false };
const png = makePng(640, 360);

const sandbox = useSandbox();
const media = use(async () => startMediaSource());
const app = use(async () =>
  startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${media.port}`) }, { platformUrl: sandbox.youtubeUrl }),
);

let one: Operating;
let grant: Grant;
let id: string;
let videoId: string;
let seq: number;

/** A published video without extras. */
beforeEach(async () => {
  grant = await sandbox.grant();
  one = await startOperating(app, { credits: 30, grant });
  videoId = await sandbox.upload(grant.accessToken, {
    snippet: { title: payload.title },
    status: { privacyStatus: 'private', selfDeclaredMadeForKids: false },
  });
  id = await one.make('published', { platformPostId: videoId });
  await app.database.query('UPDATE assignments SET platform_post_id = $2 WHERE id = $1', [id, videoId]);
  app.forget();
  seq = (await calls(0)).at(-1)?.seq ?? 0;
});

const calls = async (since = seq): Promise<Json[]> =>
  (await sandbox.control('GET', `/calls?since=${since}`)).body.calls;
const update = async (change: object) =>
  one.call('PATCH', `/api/v1/assignments/${id}`, { body: { updatePublished: true, payload: change } });
const detail = async () => (await one.call('GET', `/api/v1/assignments/${id}`)).body;
const video = async () => (await sandbox.stateOf('youtube')).videos.find((found: Json) => found.id === videoId);
const makePlaylist = async () => youtubeVideo.extras!.makePlace(sandbox.youtubeUrl, grant.accessToken);
const itemsIn = async (playlistId: string) => {
  const { playlists } = await sandbox.stateOf('youtube');
  return playlists.find((found: Json) => found.id === playlistId).items.map((item: Json) => item.videoId);
};
/** What an earlier try may have begun is over. */
const endLease = async () =>
  app.database.query(`UPDATE post_extras SET lease_until = '-infinity' WHERE assignment_id = $1`, [id]);
const warning = (words: RegExp) => ({ 'payload.thumbnailUrl': [expect.stringMatching(words)] });
const uses = async () => {
  const found = await app.database.query<{ id: string }>(
    'SELECT upload_session_id AS id FROM upload_uses WHERE assignment_id = $1',
    [id],
  );
  return found.map((use) => use.id);
};
const used = ({ headers }: { headers: Headers }) => headers.get('x-credits-used');

it('sets the thumbnail and adds to the playlist before it answers, for one credit', async () => {
  const change = { thumbnailUrl: media.serve({ bytes: png }).url, playlistId: await makePlaylist() };
  const answer = await update(change);

  expect([answer.status, used(answer)]).toEqual([200, '1']);
  expect(answer.body).toEqual({ id, status: 'published', scheduledAt: null, payload: { ...payload, ...change } });
  expect(await video()).toMatchObject({ thumbnail: { sizeBytes: png.length, setCount: 1 } });
  expect(await itemsIn(change.playlistId)).toEqual([videoId]);
  expect(await detail()).toMatchObject({ payload: change, warnings: {} });
});

it('with another playlist leaves the post in the earlier one, and sets no thumbnail again', async () => {
  const [first, second] = [await makePlaylist(), await makePlaylist()];
  const thumbnailUrl = media.serve({ bytes: png }).url;
  expect((await update({ thumbnailUrl, playlistId: first })).status).toBe(200);
  expect((await update({ playlistId: second })).status).toBe(200);

  expect([await itemsIn(first), await itemsIn(second)]).toEqual([[videoId], [videoId]]);
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
});

it('changes the rest of the post where a thumbnail fails, and says so in its answer, the detail and the log', async () => {
  const thumbnailUrl = media.serve({ bytes: makeGif(16, 9) }).url;
  const answer = await update({ title: 'Along the coast', thumbnailUrl });

  const warnings = { 'payload.thumbnailUrl': ['must be image/jpeg or image/png; its first bytes are image/gif'] };
  expect([answer.status, used(answer), answer.body.warnings]).toEqual([200, '1', warnings]);
  expect(await video()).toMatchObject({ snippet: { title: 'Along the coast' }, thumbnail: null });
  expect(await detail()).toMatchObject({ status: 'published', errors: [], warnings });
  expect(app.log.filter(({ field }) => field === 'thumbnailUrl')).toMatchObject([
    { level: 40, assignmentId: id, code: 'MEDIA_INVALID' },
  ]);
});

it('tries again what has failed when it is named once more; other changes of nothing cost nothing', async () => {
  let isThere = false;
  const thumbnailUrl = media.serve(() => (isThere ? { bytes: png } : { status: 503 })).url;
  expect((await update({ thumbnailUrl })).body.warnings).toEqual({
    'payload.thumbnailUrl': ['answered 503 instead of the image'],
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
  await sandbox.control('POST', '/faults', { on: { method, path: '/youtube/v3/videos' }, do: action });
  expect((await update({ ...change, thumbnailUrl })).status).toBe(code);
  expect((await detail()).warnings).toEqual(warning(/answered 404/));

  const again = await update({ thumbnailUrl });
  expect([again.status, used(again), again.body.warnings]).toEqual([200, '1', undefined]);
  expect(await video()).toMatchObject({ thumbnail: { setCount: 1 } });
  expect((await detail()).warnings).toEqual({});
});

it.each([
  ['the same thumbnail', true, /could not be reached/],
  ['another thumbnail', false, /still be on its way/],
])('lacks %s that is named too early, until it is named again', async (_what, isSame, words) => {
  await sandbox.control('POST', '/faults', {
    on: { method: 'POST', path: '/upload/youtube/v3/thumbnails' },
    do: { loseAnswer: true },
  });
  const first = media.serve({ bytes: png }).url;
  expect((await update({ thumbnailUrl: first })).body.warnings).toEqual(warning(/could not be reached/));
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
  await app.database.query('UPDATE post_extras SET warning = NULL WHERE assignment_id = $1', [id]);
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

it('takes a thumbnail that was uploaded, and keeps its file for the assignment', async () => {
  const upload = await uploaderFor(one.call).upload({ bytes: png, mediaContentType: 'image/png' });
  const answer = await update({ thumbnailUrl: upload.mediaUrl });

  expect([answer.status, answer.body.warnings]).toEqual([200, undefined]);
  expect(await video()).toMatchObject({ thumbnail: { sizeBytes: png.length } });
  expect(await uses()).toEqual([upload.id]);
  expect((await calls()).filter(({ path }) => path.includes('media'))).toEqual([]);
});

it('keeps the file of a thumbnail that was uploaded under another BASE_URL', async () => {
  const upload = await uploaderFor(one.call).upload({ bytes: png, mediaContentType: 'image/png' });
  await update({ thumbnailUrl: upload.mediaUrl });
  await app.database.query(`UPDATE assignments SET payload = replace(payload::text, $2, $3)::jsonb WHERE id = $1`, [
    id,
    testIssuer,
    'http://localhost:4000',
  ]);
  expect((await update({ title: 'Along the coast' })).status).toBe(200);
  expect(await uses()).toEqual([upload.id]);
});

it('changes the rest of a post whose uploaded thumbnail has been removed since', async () => {
  const upload = await uploaderFor(one.call).upload({ bytes: png, mediaContentType: 'image/png' });
  expect((await update({ thumbnailUrl: upload.mediaUrl })).status).toBe(200);
  await app.database.query(`UPDATE upload_sessions SET status = 'expired' WHERE id = $1`, [upload.id]);

  expect((await update({ title: 'Along the coast' })).status).toBe(200);
  expect(await video()).toMatchObject({ snippet: { title: 'Along the coast' }, thumbnail: { setCount: 1 } });
  expect((await update({ thumbnailUrl: `${upload.mediaUrl}x` })).status).toBe(400);
});

it.each([
  ['a thumbnail on this machine', { thumbnailUrl: 'http://127.0.0.1:1/a.png' }, 'payload.thumbnailUrl'],
  ['a thumbnail that is no address', { thumbnailUrl: 'a.png' }, 'payload.thumbnailUrl'],
  ['a playlist that is no id', { playlistId: 'https://www.youtube.com/playlist?list=PL1' }, 'payload.playlistId'],
  ['a playlist that is null', { playlistId: null }, 'payload.playlistId'],
])('refuses %s, as create and validate do; the platform is not asked', async (_what, change, field) => {
  const { status, body } = await update(change);
  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  const created = await one.create({ payload: { ...payload, ...change } });
  expect([created.status, Object.keys(created.body.details)]).toEqual([400, [field]]);
  const { connectionId } = one;
  const request = {
    connectionId,
    type: 'video',
    payload: { ...payload, ...change },
    mediaUrl: 'https://media.example/a',
  };
  const validated = await one.call('POST', '/api/v1/assignments/validate', { body: request });
  expect(validated.body).toMatchObject({ valid: false, errors: { [field]: body.details[field] } });
  expect(await calls()).toEqual([]);
});
