import { buildCaller, useCaller } from '../../support/callers/caller';
import { useApp } from '../../support/callers/app';
import { videoBytes } from '../../support/media/media';
import { buildUser } from '../../support/callers/people';
import { uploaderFor, uploadPath } from '../../support/callers/uploads';

const quotaBytes = 1_000_000;
const app = useApp({ uploadQuotaBytes: quotaBytes, baseUrl: 'https://api.example' });
const caller = useCaller(app);
const file = { fileName: 'coast path.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 };
const create = async (changes: Record<string, unknown> = {}) =>
  caller.call('POST', uploadPath, { body: { ...file, ...changes } });
const stored = async () =>
  app.database.query('SELECT * FROM upload_sessions WHERE workspace_id = $1', [caller.workspaceId]);

describe('createUploadSession', () => {
  it('answers 201 with the addresses of the session, which is open for 24 hours', async () => {
    const { status, body } = await create();

    expect(status).toBe(201);
    const address = `https://api.example${uploadPath}/${body.id}`;
    expect(body).toEqual({
      ...file,
      id: expect.any(String),
      uploadUrl: address,
      mediaUrl: `${address}/media`,
      expiresAt: expect.any(String),
      status: 'open',
    });
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.01);
    expect(await stored()).toMatchObject([{ id: body.id, status: 'open', is_begun: false, organization_id: null }]);
  });

  it.each([
    ['mediaSizeBytes', 0],
    ['mediaSizeBytes', -1],
    ['mediaSizeBytes', 1.5],
    ['mediaSizeBytes', '1000'],
    ['mediaSizeBytes', 300 * 1024 ** 3],
    ['mediaSizeBytes', undefined],
    ['mediaContentType', 'text/html'],
    ['mediaContentType', 'application/ogg'],
    ['mediaContentType', 'video'],
    ['mediaContentType', undefined],
    ['fileName', ' '],
    ['fileName', 'x'.repeat(256)],
    ['fileName', 'a\nb'],
    ['fileName', undefined],
  ])('answers 400 to %s %p, and makes nothing', async (field, value) => {
    const { status, body } = await create({ [field]: value });

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'VALIDATION_ERROR', details: { [field]: expect.any(Array) } });
    expect(await stored()).toEqual([]);
  });

  it.each(['text/vtt', 'application/x-subrip'])('answers 400 to captions above 10 MB: %s', async (mediaContentType) => {
    expect((await create({ mediaContentType, mediaSizeBytes: 1024 })).status).toBe(201);
    expect((await create({ mediaContentType, mediaSizeBytes: 10 * 1024 ** 2 + 1 })).status).toBe(400);
  });

  it('answers 400 to an image that is larger than what any type takes of images', async () => {
    expect((await create({ mediaContentType: 'image/png', mediaSizeBytes: 100 * 1024 ** 2 })).status).toBe(400);
  });

  it('answers 413 above the quota of the workspace, in which open sessions count as a whole', async () => {
    expect((await create({ mediaSizeBytes: quotaBytes - 1 })).status).toBe(201);

    expect(await create({ mediaSizeBytes: 2 })).toMatchObject({
      status: 413,
      body: { error: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining(String(quotaBytes)), details: {} },
    });
    expect((await create({ mediaSizeBytes: 1 })).status).toBe(201);
    const other = await buildCaller(app);
    expect((await other.call('POST', uploadPath, { body: file })).status).toBe(201);
  });

  it('answers 413 to one session more than a workspace may have, however small they are', async () => {
    await app.database.query(
      `INSERT INTO upload_sessions (id, workspace_id, file_name, media_content_type, media_size_bytes, expires_at)
       SELECT gen_random_uuid(), $1, 'coast.mp4', 'video/mp4', 1, now() + interval '1 day' FROM generate_series(1, 9999)`,
      [caller.workspaceId],
    );
    expect((await create({ mediaSizeBytes: 1 })).status).toBe(201);
    expect(await create({ mediaSizeBytes: 1 })).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('10000') },
    });
  });

  it('lets no more in than the quota allows when many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => create({ mediaSizeBytes: quotaBytes / 5 })),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(15);
  });

  it('gives the room back that a session had which is removed', async () => {
    const uploader = uploaderFor(caller.call);
    const session = await uploader.open({ mediaSizeBytes: quotaBytes });
    expect((await create()).status).toBe(413);

    expect((await uploader.tus('DELETE', session)).status).toBe(204);
    expect((await create()).status).toBe(201);
  });
});

describe('getUploadSession', () => {
  it('says how many bytes are stored, and when the session is complete', async () => {
    const uploader = uploaderFor(caller.call);
    const session = await uploader.open({ mediaSizeBytes: 1000 });
    const { status: _open, ...fields } = session;
    const bytes = videoBytes(1000);
    const seen = { ...fields, error: null, createdAt: expect.any(String) };
    expect(await uploader.read(session)).toEqual({ ...seen, status: 'open', bytesReceived: 0 });

    await uploader.send(session, bytes.subarray(0, 400));
    expect(await uploader.read(session)).toEqual({ ...seen, status: 'open', bytesReceived: 400 });

    await uploader.send(session, bytes.subarray(400), 400);
    const complete = await uploader.read(session);
    expect(complete).toMatchObject({ status: 'complete', bytesReceived: 1000 });
    expect((Date.parse(complete.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 0);
  });
});

describe('the console', () => {
  it('uploads with the token of the user, at addresses of its own', async () => {
    const user = await buildUser(app);
    const path = '/api/v1/console/upload-sessions';
    const uploader = uploaderFor(user.call, path);
    const session = await uploader.upload();

    expect(session.uploadUrl).toBe(`https://api.example${path}/${session.id}`);
    expect(session.mediaUrl).toBe(`https://api.example${uploadPath}/${session.id}/media`);
    expect(await uploader.read(session)).toMatchObject({ status: 'complete', uploadUrl: session.uploadUrl });
    expect((await uploader.tus('HEAD', session)).headers.get('upload-offset')).toBe('1000');
  });

  it('keeps the sessions of an organization from the others, and from keys of other workspaces', async () => {
    const user = await buildUser(app);
    const other = await buildUser(app);
    const path = '/api/v1/console/upload-sessions';
    const session = await uploaderFor(user.call, path).open();

    expect((await uploaderFor(other.call, path).tus('HEAD', session)).status).toBe(404);
    expect((await other.call('GET', `${path}/${session.id}`)).status).toBe(404);
    expect((await caller.call('GET', `${uploadPath}/${session.id}`)).status).toBe(404);
  });
});
