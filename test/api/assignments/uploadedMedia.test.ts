import { randomUUID } from 'node:crypto';
import { Transaction } from 'sequelize';
import { Assignment } from '../../../models/assignments/Assignment';
import { expireUploads } from '../../../models/uploads/uploadExpiry';
import { UploadSession } from '../../../models/uploads/UploadSession';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { makeFilm, makeGif } from '../../support/media/mediaFiles';
import { testIssuer } from '../../support/secrets';
import { photo, uploaderFor } from '../../support/callers/uploads';

const app = useApp();
const caller = useCaller(app, { credits: 100 });
const uploader = () => uploaderFor(caller.call);
const usesOf = async (assignmentId: string) => {
  const uses = await app.database.query<{ id: string }>(
    'SELECT upload_session_id AS id FROM upload_uses WHERE assignment_id = $1',
    [assignmentId],
  );
  return new Set(uses.map(({ id }) => id));
};
const age = async (id: string, hours: number) =>
  app.database.query(
    `UPDATE upload_sessions SET completed_at = completed_at - make_interval(hours => $2::int) WHERE id = $1`,
    [id, hours],
  );
const fault = { mediaUrl: ['must be the mediaUrl of a complete upload session of this workspace'] };

describe('an assignment whose mediaUrl is that of an upload session', () => {
  it('is created, and refers to the file', async () => {
    const { id, mediaUrl } = await uploader().upload();
    const { status, body } = await caller.create({ mediaUrl });

    expect(status).toBe(201);
    expect(await usesOf(body.id)).toEqual(new Set([id]));
    expect((await caller.call('GET', `/api/v1/assignments/${body.id}`)).body.mediaUrl).toBe(mediaUrl);
    expect(await uploader().read({ id })).toMatchObject({ status: 'complete', expiresAt: null });
  });

  it('may be one of several that use one file', async () => {
    const { mediaUrl } = await uploader().upload();

    expect((await caller.create({ mediaUrl })).status).toBe(201);
    expect((await caller.create({ mediaUrl })).status).toBe(201);
  });

  it.each([
    ['of another workspace', async () => (await uploaderFor((await buildCaller(app)).call).upload()).mediaUrl],
    ['unfinished', async () => (await uploader().open()).mediaUrl],
    ['of nobody', async () => (await uploader().open()).mediaUrl.replace(/[^/]+\/media$/, `${randomUUID()}/media`)],
    ['its uploadUrl', async () => (await uploader().upload()).uploadUrl],
    [
      'removed',
      async () => {
        const session = await uploader().upload();
        await uploader().tus('DELETE', session);
        return session.mediaUrl;
      },
    ],
  ])('is refused with 400 where the session is %s; nothing is written', async (_what, mediaUrl) => {
    const answer = await caller.create({ mediaUrl: await mediaUrl() });

    expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR', details: fault } });
    expect(await Assignment.count({ where: { workspaceId: caller.workspaceId } })).toBe(0);
  });

  it('is refused with 400 where the file is of a kind or size that the type does not take', async () => {
    const { mediaUrl } = await uploader().upload(photo);

    expect((await caller.create({ mediaUrl })).body.details).toEqual({
      mediaUrl: ['format is image/jpeg; a video needs video/*'],
    });
  });

  it('cannot name a session as its callbackUrl', async () => {
    const { mediaUrl } = await uploader().upload();
    const callbackUrl = mediaUrl.replace('https://api.example', 'http://localhost:3000');

    expect((await caller.create({ mediaUrl, callbackUrl })).status).toBe(400);
  });

  it('is answered again under its idempotency key after the file was removed', async () => {
    const { id, mediaUrl } = await uploader().upload();
    const first = await caller.create({ mediaUrl, idempotencyKey: 'k' });
    await app.database.query(`UPDATE upload_sessions SET status = 'expired' WHERE id = $1`, [id]);

    expect((await caller.create({ mediaUrl, idempotencyKey: 'k' })).body).toEqual(first.body);
  });

  it('is validated by what its file says, which nobody fetches', async () => {
    const film = await makeFilm({ seconds: 2 });
    const { mediaUrl } = await uploader().upload({ bytes: film });
    const body = { connectionId: caller.connectionId, type: 'video', payload: { title: 'Coast' }, mediaUrl };

    expect((await caller.call('POST', '/api/v1/assignments/validate', { body })).body).toMatchObject({
      valid: true,
      errors: {},
      warnings: {},
      media: {
        reachable: true,
        contentType: 'video/mp4',
        sizeBytes: film.length,
        acceptsRanges: true,
        format: 'video/mp4',
      },
    });
  });

  it('can be retried while its file is there; then 409', async () => {
    const { id, mediaUrl } = await uploader().upload();
    const { body } = await caller.create({ mediaUrl });
    const retry = async () => caller.call('POST', `/api/v1/assignments/${body.id}/retry`);
    await Assignment.update({ status: 'failed' }, { where: { id: body.id } });
    expect((await retry()).status).toBe(200);

    await Assignment.update({ status: 'failed' }, { where: { id: body.id } });
    await app.database.query(`UPDATE upload_sessions SET status = 'expired' WHERE id = $1`, [id]);
    expect(await retry()).toMatchObject({
      status: 409,
      body: { error: 'CONFLICT', message: expect.stringContaining('removed') },
    });
  });
});

it('a failed assignment can be retried without the file of its thumbnail: its post goes without it', async () => {
  const { id, mediaUrl: thumbnailUrl } = await uploader().upload(photo);
  const { body } = await caller.create({ payload: { title: 'Coast', thumbnailUrl } });
  expect(await usesOf(body.id)).toEqual(new Set([id]));
  await Assignment.update({ status: 'failed' }, { where: { id: body.id } });
  await app.database.query(`UPDATE upload_sessions SET status = 'expired' WHERE id = $1`, [id]);
  expect((await caller.call('POST', `/api/v1/assignments/${body.id}/retry`)).status).toBe(200);
});

describe('an uploaded thumbnail is judged by its first bytes', () => {
  const create = async (file: Parameters<ReturnType<typeof uploader>['upload']>[0]) => {
    const session = await uploader().upload(file);
    const answer = await caller.create({ payload: { title: 'Coast', thumbnailUrl: session.mediaUrl } });
    return { answer, ...(await uploader().read(session)) };
  };

  it('a GIF that is called a PNG: 400', async () => {
    const { answer, mediaContentType } = await create({ bytes: makeGif(16, 9), mediaContentType: 'image/png' });
    expect(mediaContentType).toBe('image/gif');
    expect(answer).toMatchObject({ status: 400, body: { details: { 'payload.thumbnailUrl': [expect.any(String)] } } });
  });

  it('a JPEG with another one of its names: 201', async () => {
    const { answer, mediaContentType } = await create({ ...photo, mediaContentType: 'image/jpg' });
    expect([answer.status, mediaContentType]).toEqual([201, 'image/jpeg']);
  });
});

/** A pending carousel of the first two of three photos. */
async function carousel() {
  const { connectionId } = await buildConnection(caller, { platform: 'facebook' });
  const sessions = [await uploader().upload(photo), await uploader().upload(photo), await uploader().upload(photo)];
  const [first, second, third] = sessions.map(({ mediaUrl }) => mediaUrl);
  const payload = { message: 'Coast', mediaUrls: [first, second] };
  const { status, body } = await caller.create({ connectionId, type: 'carousel', mediaUrl: null, payload });
  expect(status).toBe(201);
  return { id: body.id, first, second, third, ids: sessions.map(({ id }) => id) };
}

describe('the photos of a carousel', () => {
  it('are kept, each of them', async () => {
    const { id, ids } = await carousel();

    expect(await usesOf(id)).toEqual(new Set(ids.slice(0, 2)));
  });

  it('can be exchanged while it is pending: those that it has then are kept, and no others', async () => {
    const { id, ids, first, third } = await carousel();
    const patch = async (mediaUrls: unknown) =>
      caller.call('PATCH', `/api/v1/assignments/${id}`, { body: { payload: { mediaUrls } } });

    expect((await patch([first, third])).status).toBe(200);
    expect(await usesOf(id)).toEqual(new Set([ids[0], ids[2]]));
    expect((await patch([first, `${first}x`])).body.details).toEqual({
      'payload.mediaUrls': [expect.stringMatching(/^item 2/)],
    });
    expect(await usesOf(id)).toEqual(new Set([ids[0], ids[2]]));
  });
});

describe('after a change of BASE_URL, an edit keeps the files that stay', () => {
  const patch = async (id: string, body: object) => caller.call('PATCH', `/api/v1/assignments/${id}`, { body });
  const later = () => new Date(Date.now() + 86_400_000).toISOString();
  /** As if the service had had another address when the assignment was created. */
  const rename = async (id: string) =>
    app.database.query(
      `UPDATE assignments SET media_url = replace(media_url, $2, $3), payload = replace(payload::text, $2, $3)::jsonb
       WHERE id = $1`,
      [id, testIssuer, 'http://localhost:4000'],
    );

  it.each([
    ['another time', () => ({ scheduledAt: later() })],
    ['another title', () => ({ payload: { title: 'Along the coast' } })],
  ])('%s', async (_what, change) => {
    const [film, picture] = [await uploader().upload(), await uploader().upload(photo)];
    const payload = { title: 'Coast', thumbnailUrl: picture.mediaUrl };
    const { body } = await caller.create({ mediaUrl: film.mediaUrl, payload, scheduledAt: later() });
    await rename(body.id);
    expect((await patch(body.id, change())).status).toBe(200);
    expect(await usesOf(body.id)).toEqual(new Set([film.id, picture.id]));

    const other = await uploader().upload(photo);
    expect((await patch(body.id, { payload: { thumbnailUrl: other.mediaUrl } })).status).toBe(200);
    expect(await usesOf(body.id)).toEqual(new Set([film.id, other.id]));
  });

  it('those of a carousel', async () => {
    const { id, ids, third } = await carousel();
    await rename(id);
    const { body } = await caller.call('GET', `/api/v1/assignments/${id}`);
    const [first] = body.payload.mediaUrls;
    expect((await patch(id, { payload: { message: 'Sea' } })).status).toBe(200);
    expect(await usesOf(id)).toEqual(new Set(ids.slice(0, 2)));
    expect((await patch(id, { payload: { mediaUrls: [first, third] } })).status).toBe(200);
    expect(await usesOf(id)).toEqual(new Set([ids[0], ids[2]]));
    const foreign = first.replace(ids[0], ids[1]);
    expect((await patch(id, { payload: { mediaUrls: [first, foreign] } })).status).toBe(400);
  });
});

describe('a file and the clean-up', () => {
  it('is kept for 72 hours while no assignment refers to it', async () => {
    const { id } = await uploader().upload();
    await age(id, 71);
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(0);
    await age(id, 2);
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(1);
  });

  it('is kept while one refers to it that has not ended, and for 24 hours after the last one has', async () => {
    const { id, mediaUrl } = await uploader().upload();
    const [one, other] = [(await caller.create({ mediaUrl })).body.id, (await caller.create({ mediaUrl })).body.id];
    await age(id, 2000);
    const end = async (assignmentId: string, hoursAgo: number) => {
      await Assignment.update({ status: 'published' }, { where: { id: assignmentId } });
      await app.database.query(
        `UPDATE assignment_events SET at = now() - make_interval(hours => $2::int) WHERE assignment_id = $1`,
        [assignmentId, hoursAgo],
      );
    };
    await end(one, 200);
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(0);
    await end(other, 23);
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(0);
    expect(Date.parse((await uploader().read({ id })).expiresAt)).toBeGreaterThan(Date.now());
    await end(other, 25);
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(1);
  });

  it('is left out while an assignment is about to refer to it, and refused to one that comes too late', async () => {
    const { id, mediaUrl } = await uploader().upload();
    await age(id, 73);
    // Create has looked at it, and has not committed.
    const claiming = await app.deps.sequelize.transaction({
      isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
    });
    await UploadSession.findByPk(id, { lock: Transaction.LOCK.SHARE, transaction: claiming });
    expect(await expireUploads(app.deps.sequelize, 100)).toBe(0);
    await claiming.commit();

    expect(await expireUploads(app.deps.sequelize, 100)).toBe(1);
    expect((await caller.create({ mediaUrl })).body.details).toEqual(fault);
  });

  it('has one winner where both come at once: it is kept by an assignment, or the assignment is refused', async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, async () => uploader().upload()));
    for (const { id } of sessions) await age(id, 73);
    const [answers] = await Promise.all([
      Promise.all(sessions.map(async ({ mediaUrl }) => caller.create({ mediaUrl }))),
      expireUploads(app.deps.sequelize, 3),
      expireUploads(app.deps.sequelize, 3),
      expireUploads(app.deps.sequelize, 10),
    ]);

    for (const [index, { status }] of answers.entries()) {
      const isKept = (await uploader().read(sessions[index])).status === 'complete';
      expect(status).toBe(isKept ? 201 : 400);
    }
  });
});
