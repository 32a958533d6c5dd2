import { readdirSync, statSync } from 'node:fs';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { videoBytes } from '../../support/media/media';
import { openMediaFolder } from '../../support/media/mediaFolder';
import { partHeaders, photo, uploaderFor, uploadPath } from '../../support/callers/uploads';
import { use } from '../../support/use';

const files = use(async () => openMediaFolder());
const app = use(async () => startApp({}, { files }));
const caller = useCaller(app);
const uploader = () => uploaderFor(caller.call);
const bytes = videoBytes(1000);
const expire = async (id: string) =>
  app.database.query(`UPDATE upload_sessions SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
const isStored = (id: string): boolean => readdirSync(files.path).includes(id);

const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning\n'.padEnd(1000));
const subRip = Buffer.from('1\r\n00:00:00,000 --> 00:00:01,000\r\nGood morning\r\n');

describe('sendUploadPart', () => {
  it('puts the bytes behind those that have arrived', async () => {
    const session = await uploader().open();
    const first = await uploader().send(session, bytes.subarray(0, 300));
    const second = await uploader().send(session, bytes.subarray(300), 300);

    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '300']);
    expect(first.headers.get('tus-resumable')).toBe('1.0.0');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(first.headers.get('upload-expires')!)).toBeGreaterThan(Date.now());
    expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '1000']);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.read(session.id, { start: 0 })) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(statSync(join(files.path, session.id)).mode & 0o777).toBe(0o600);
  });

  it.each(['../outside.mp4', '/etc/outside.mp4', '..\\outside.mp4', '%2e%2e%2foutside.mp4', 'folder/outside.mp4'])(
    'stores the bytes under the id of the session alone, whatever the name of the file is: %s',
    async (fileName) => {
      const stored = () => readdirSync(files.path, { recursive: true, encoding: 'utf8' });
      const before = stored();
      const session = await uploader().open({ fileName });
      expect((await uploader().send(session, bytes)).status).toBe(204);
      expect(stored().filter((name) => !before.includes(name))).toEqual([session.id]);
      expect(readdirSync(dirname(files.path)).filter((name) => name.includes('outside'))).toEqual([]);
    },
  );

  it('answers 409 at a wrong offset, and stores nothing', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 300));

    for (const offset of [0, 299, 301, 1000]) {
      expect(await uploader().send(session, bytes.subarray(300), offset)).toMatchObject({
        status: 409,
        body: { error: 'CONFLICT', message: expect.stringContaining('HEAD'), details: {} },
      });
    }
    expect(await uploader().read(session)).toMatchObject({ bytesReceived: 300 });
  });

  it('does not look at a checksum, since it does not say that it would', async () => {
    const session = await uploader().open();
    const headers = { ...partHeaders(0), 'upload-checksum': 'sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=' };

    expect((await uploader().tus('PATCH', session, { headers, body: bytes })).status).toBe(204);
  });

  it('answers 413 to more bytes than the session is for, and keeps what was there', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 300));

    expect(await uploader().send(session, bytes, 300)).toMatchObject({
      status: 413,
      body: { error: 'PAYLOAD_TOO_LARGE' },
    });
    expect(await uploader().read(session)).toMatchObject({ status: 'open', bytesReceived: 300 });
  });

  it.each([
    [{ 'upload-offset': '-1' }, 400, 'VALIDATION_ERROR'],
    [{ 'upload-offset': '1e3' }, 400, 'VALIDATION_ERROR'],
    [{ 'content-type': 'video/mp4' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'application/octet-stream; a=application/offset+octet-stream' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': '' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'tus-resumable': '0.2.2' }, 412, 'PRECONDITION_FAILED'],
  ])('answers to %p: %i', async (wrong, status, error) => {
    const session = await uploader().open();
    const answer = await uploader().tus('PATCH', session, { headers: { ...partHeaders(0), ...wrong }, body: bytes });

    expect(answer).toMatchObject({ status, body: { error, message: expect.any(String), details: expect.any(Object) } });
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(await uploader().read(session)).toMatchObject({ bytesReceived: 0 });
  });

  it('names the media type that a part must have', async () => {
    const headers = { ...partHeaders(0), 'content-type': 'video/mp4' };
    const { body } = await uploader().tus('PATCH', await uploader().open(), { headers, body: bytes });
    expect(body.message).toBe('The body must be application/offset+octet-stream.');
  });

  it.each(['application/offset+octet-stream; charset=utf-8', 'Application/Offset+Octet-Stream ;a="b"'])(
    'takes the media type %s',
    async (mediaType) => {
      const headers = { ...partHeaders(0), 'content-type': mediaType };
      expect((await uploader().tus('PATCH', await uploader().open(), { headers, body: bytes })).status).toBe(204);
    },
  );

  it('answers 412 with the version that it speaks to a request without one', async () => {
    const session = await uploader().open();
    const answer = await caller.call('HEAD', new URL(session.uploadUrl).pathname);

    expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  });

  it('answers 404 to the key of another workspace, and 401 to none', async () => {
    const session = await uploader().open();
    const other = await buildCaller(app);

    expect((await uploaderFor(other.call).send(session, bytes)).status).toBe(404);
    expect((await uploaderFor(stranger(app)).send(session, bytes)).status).toBe(401);
    expect((await uploaderFor(other.call).tus('DELETE', session)).status).toBe(404);
    expect(await uploader().read(session)).toMatchObject({ status: 'open', bytesReceived: 0 });
  });

  it('answers 410 after the end of the session', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 300));
    await expire(session.id);

    expect(await uploader().send(session, bytes.subarray(300), 300)).toMatchObject({
      status: 410,
      body: { error: 'GONE' },
    });
    expect((await uploader().tus('HEAD', session)).status).toBe(410);
    expect(await uploader().read(session)).toMatchObject({ status: 'expired', bytesReceived: 0, error: null });
  });

  it.each([
    ['text/vtt', 'text/vtt', captions],
    ['application/x-subrip', 'application/x-subrip', subRip],
    ['text/srt', 'application/x-subrip', subRip],
    ['text/vtt; charset=utf-8', 'application/x-subrip', subRip],
  ])('takes captions that are said to be %s: their bytes name the type %s', async (mediaContentType, type, file) => {
    const session = await uploader().open({ mediaContentType, mediaSizeBytes: file.length });
    await uploader().send(session, file);
    expect(await uploader().read(session)).toMatchObject({ status: 'complete', mediaContentType: type });
  });

  it.each([
    ['text', Buffer.from('<!doctype html>'.padEnd(1000)), 'video/mp4', 'text/html'],
    ['words', Buffer.from('Hello. '.padEnd(1000)), 'video/mp4', 'of no known media format'],
    ['a photo', photo.bytes, 'video/mp4', 'image/jpeg'],
    ['a video', bytes, 'image/jpeg', 'video/mp4'],
    ['captions', captions, 'video/mp4', 'text/vtt'],
    ['a web page', Buffer.from('<!doctype html>'.padEnd(1000)), 'text/vtt', 'text/html'],
    ['a video', bytes, 'application/x-subrip', 'video/mp4'],
  ])(
    'refuses %s that was said to be something else when it is whole, and ends the session',
    async (_what, lie, said, found) => {
      const session = await uploader().open({ mediaContentType: said, mediaSizeBytes: lie.length });
      await uploader().send(session, lie.subarray(0, 200));
      const message = expect.stringContaining(`${found}; the upload session is for ${said}`);

      expect(await uploader().send(session, lie.subarray(200), 200)).toMatchObject({
        status: 415,
        body: { error: 'UNSUPPORTED_MEDIA_TYPE', message },
      });
      expect(await uploader().read(session)).toMatchObject({
        status: 'expired',
        bytesReceived: 0,
        error: { code: 'MEDIA_INVALID', message },
      });
      expect(isStored(session.id)).toBe(false);
    },
  );

  it('takes a format of the same kind under another name', async () => {
    expect(await uploader().read(await uploader().upload({ mediaContentType: 'video/quicktime' }))).toMatchObject({
      status: 'complete',
    });
  });

  it('answers 507 when the disk is full; other requests and other uploads go on', async () => {
    const session = await uploader().open();
    // Each write to this device fails with ENOSPC.
    symlinkSync('/dev/full', join(files.path, session.id));

    expect(await uploader().send(session, bytes)).toMatchObject({
      status: 507,
      body: { error: 'INSUFFICIENT_STORAGE', details: {} },
    });
    expect(await uploader().read(session)).toMatchObject({ status: 'open', bytesReceived: 0 });
    expect(await uploader().read(await uploader().upload())).toMatchObject({ status: 'complete' });
    expect((await uploader().tus('DELETE', session)).status).toBe(204);
  });

  it('writes nothing into its log that the file or the key is', async () => {
    app.forget();
    const session = await uploader().upload();
    const log = JSON.stringify(app.log);

    expect(log).toContain('/api/v1/assignment-upload-sessions/{id}');
    for (const secret of [caller.apiKey, session.id, 'coast.mp4']) expect(log).not.toContain(secret);
  });
});

describe('lookAtUpload', () => {
  it('says where a client goes on, and how long the file is', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 300));
    const { status, headers, body } = await uploader().tus('HEAD', session);

    expect([status, headers.get('upload-offset'), headers.get('upload-length'), body]).toEqual([
      200,
      '300',
      '1000',
      '',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('completes a session whose last request was lost between its last byte and its answer', async () => {
    const session = await uploader().open();
    await uploader().send(session, bytes.subarray(0, 999));
    await files.write(session.id, 999, (await import('node:stream')).Readable.from([bytes.subarray(999)]));

    const { headers } = await uploader().tus('HEAD', session);
    expect([headers.get('upload-offset'), headers.get('upload-expires')]).toEqual(['1000', null]);
    expect(await uploader().read(session)).toMatchObject({ status: 'complete' });
  });
});

describe('removeUpload', () => {
  it('removes the file; whatever is asked of it then is answered 410', async () => {
    const session = await uploader().upload();
    expect(isStored(session.id)).toBe(true);

    expect((await uploader().tus('DELETE', session)).status).toBe(204);
    expect(isStored(session.id)).toBe(false);
    expect((await uploader().tus('DELETE', session)).status).toBe(410);
    expect((await uploader().tus('HEAD', session)).status).toBe(410);
    expect(await uploader().read(session)).toMatchObject({ status: 'expired', bytesReceived: 0 });
  });

  it('answers 409 while an assignment that has not ended refers to the file', async () => {
    const session = await uploader().upload();
    const { assignmentId } = await buildAssignment(caller, { mediaUrl: session.mediaUrl });
    await app.database.query('INSERT INTO upload_uses VALUES ($1, $2)', [assignmentId, session.id]);

    expect(await uploader().tus('DELETE', session)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect(isStored(session.id)).toBe(true);
  });
});

describe('describeUploads', () => {
  it('tells without a credential what an upload URL understands', async () => {
    const session = await uploader().open();
    const { status, headers } = await stranger(app)('OPTIONS', new URL(session.uploadUrl).pathname);

    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')).toBe('termination,expiration');
  });

  it('tells the size of the largest file that fits: what no type takes or no workspace has room for is refused', async () => {
    const session = await uploader().open();
    const { headers } = await stranger(app)('OPTIONS', new URL(session.uploadUrl).pathname);
    const largest = Number(headers.get('tus-max-size'));
    const ask = async (mediaSizeBytes: number) => {
      const body = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes };
      return (await (await buildCaller(app)).call('POST', uploadPath, { body })).status;
    };

    expect(largest).toBe(1024 ** 3);
    expect([await ask(largest + 1), await ask(largest)]).toEqual([413, 201]);
  });

  it('is one of five methods; a sixth is answered 405 with all of them', async () => {
    const session = await uploader().open();
    const { status, headers } = await uploader().tus('PUT', session);

    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
  });

  it('does not serve the mediaUrl', async () => {
    const session = await uploader().upload();

    expect((await caller.call('GET', `${uploadPath}/${session.id}/media`)).status).toBe(404);
  });
});
