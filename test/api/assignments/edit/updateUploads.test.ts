import { expireUploads } from '../../../../models/uploads/uploadExpiry';
import { testIssuer } from '../../../support/secrets';
import { uploaderFor } from '../../../support/callers/uploads';
import { png, usePublishedVideo } from '../publishedVideo';

const { app, post } = usePublishedVideo();
const videos = '/youtube/v3/videos';
const thumbnails = { method: 'POST', path: '/upload/youtube/v3/thumbnails' };

const uploader = () => uploaderFor(post.call);
const upload = async () => uploader().upload({ bytes: png, mediaContentType: 'image/png' });
const uses = async () => {
  const found = await app.database.query<{ id: string }>(
    'SELECT upload_session_id AS id FROM upload_uses WHERE assignment_id = $1',
    [post.id],
  );
  return new Set(found.map(({ id }) => id));
};
const removeFile = async ({ id }: { id: string }) =>
  app.database.query(`UPDATE upload_sessions SET status = 'expired' WHERE id = $1`, [id]);

it('takes a thumbnail that was uploaded, and keeps its file for the assignment', async () => {
  const { id, mediaUrl } = await upload();
  const answer = await post.update({ thumbnailUrl: mediaUrl });

  expect([answer.status, answer.body.warnings]).toEqual([200, undefined]);
  expect(await post.video()).toMatchObject({ thumbnail: { sizeBytes: png.length } });
  expect(await uses()).toEqual(new Set([id]));
  expect((await post.calls()).filter(({ path }) => path.includes('media'))).toEqual([]);
});

it('keeps the file of a thumbnail that was uploaded under another BASE_URL', async () => {
  const { id, mediaUrl } = await upload();
  await post.update({ thumbnailUrl: mediaUrl });
  await app.database.query(`UPDATE assignments SET payload = replace(payload::text, $2, $3)::jsonb WHERE id = $1`, [
    post.id,
    testIssuer,
    'http://localhost:4000',
  ]);
  expect((await post.update({ title: 'Along the coast' })).status).toBe(200);
  expect(await uses()).toEqual(new Set([id]));
});

it('changes the rest of a post whose uploaded thumbnail has been removed since', async () => {
  const session = await upload();
  expect((await post.update({ thumbnailUrl: session.mediaUrl })).status).toBe(200);
  await removeFile(session);

  expect((await post.update({ title: 'Along the coast' })).status).toBe(200);
  expect(await post.video()).toMatchObject({ snippet: { title: 'Along the coast' }, thumbnail: { setCount: 1 } });
  expect((await post.update({ thumbnailUrl: `${session.mediaUrl}x` })).status).toBe(400);
});

it('says what to do where the file of a thumbnail that it lacks was removed, and asks for it nowhere', async () => {
  const session = await upload();
  await post.fault(thumbnails, { error: 'forbidden' });
  await post.update({ thumbnailUrl: session.mediaUrl });
  await removeFile(session);
  const request = jest.spyOn(app.deps.safeFetch, 'request');

  const answer = await post.update({ thumbnailUrl: session.mediaUrl });
  const asked = request.mock.calls.length;
  request.mockRestore();
  const words = 'The uploaded file was removed. Upload it in another session, and name that one by a PATCH.';
  expect([answer.status, answer.body.warnings]).toEqual([200, { 'payload.thumbnailUrl': [words] }]);
  expect((await post.detail()).warnings).toEqual(answer.body.warnings);
  expect(asked).toBe(0);
});

describe('an upload that an update names', () => {
  /** Its last byte came so long ago; the post was published before. */
  const age = async ({ id }: { id: string }, hours: number) => {
    await app.database.query(
      'UPDATE upload_sessions SET completed_at = now() - make_interval(hours => $2::int) WHERE id = $1',
      [id, hours],
    );
    await app.database.query(
      `UPDATE assignment_events SET at = now() - interval '200 hours' WHERE assignment_id = $1`,
      [post.id],
    );
  };
  /** So much is left of the time of the update. */
  const lease = async (left: string) =>
    app.database.query('UPDATE publish_attempts SET lease_until = now() + $2::interval WHERE assignment_id = $1', [
      post.id,
      left,
    ]);
  const expire = async () => expireUploads(app.deps.sequelize, 100);

  it('is kept while the update is under way, however old it is', async () => {
    const session = await upload();
    await age(session, 100);
    await post.fault({ method: 'PUT', path: videos, times: 4 }, { cutAfterBytes: 0 });
    expect((await post.update({ title: 'Along the coast', thumbnailUrl: session.mediaUrl })).status).toBe(503);
    await lease('1 hour');
    expect(await expire()).toBe(0);
    expect((await uploader().read(session)).expiresAt).toBeNull();
    expect((await uploader().tus('DELETE', session)).status).toBe(409);

    await lease('0 hours');
    expect(await expire()).toBe(1);
  });

  it('ends no earlier than one that nobody has named', async () => {
    const session = await upload();
    await age(session, 30);
    expect((await post.update({ thumbnailUrl: session.mediaUrl })).status).toBe(200);
    expect(await expire()).toBe(0);
    const { expiresAt } = await uploader().read(session);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(42);

    await age(session, 73);
    expect(await expire()).toBe(1);
  });

  it('leaves the one before to the post until the platform has taken the change', async () => {
    const [first, second] = [await upload(), await upload()];
    await post.update({ thumbnailUrl: first.mediaUrl });
    await post.fault({ method: 'PUT', path: videos }, { error: 'invalidTitle' });
    const change = { title: 'Along the coast', thumbnailUrl: second.mediaUrl };
    expect((await post.update(change)).status).toBe(409);
    expect(await uses()).toEqual(new Set([first.id, second.id]));

    expect((await post.update(change)).status).toBe(200);
    expect(await uses()).toEqual(new Set([second.id]));
  });
});
