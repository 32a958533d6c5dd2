import { createHash } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { useApp } from '../../../support/callers/app';
import type { Json } from '../../../support/actors';
import { stranger } from '../../../support/actors';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { videoBody } from '../../../support/build/video';
import { buildCaller } from '../../../support/callers/caller';
import { senderTo } from '../../../support/callers/links';
import { callTool } from '../../../support/callers/mcp';
import { uploadPath } from '../../../support/callers/uploads';
import { photoBytes, videoBytes } from '../../../support/media/media';
import { use } from '../../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const grant = use(async () => buildMcpGrant(caller));

const bytes = videoBytes(3000);
const file = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: bytes.length };
const tool = async (name: string, given: Json): Promise<Json> => {
  const { isError, structured, text } = await callTool(app, grant.accessToken, name, given);
  return { isError, text, ...structured };
};
const open = async (given: Json = {}): Promise<Json> => tool('create_upload', { ...file, ...given });
const stand = async ({ uploadId }: Json): Promise<Json> => tool('get_upload', { uploadId });
const passAnHour = async ({ uploadId }: Json) =>
  app.database.query(`UPDATE upload_sessions SET created_at = created_at - interval '61 minutes' WHERE id = $1`, [
    uploadId,
  ]);

describe('create_upload', () => {
  it('gives an address with 256 random bits for an hour, of which the database has the hash', async () => {
    const made = await open();
    const secret = made.uploadUrl.split('/').at(-1);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(made).toMatchObject({
      uploadUrl: `${app.deps.config.baseUrl}/api/v1/uploads/${secret}`,
      pageUrl: `${made.uploadUrl}/page`,
      mediaUrl: `${app.deps.config.baseUrl}${uploadPath}/${made.uploadId}/media`,
      status: 'open',
      next: { tool: 'get_upload', arguments: { uploadId: made.uploadId, waitSeconds: 25 } },
    });
    expect(made.text.split('\n')[0]).toBe(`uploadId: ${made.uploadId}`);
    const minutes = (Date.parse(made.expiresAt) - Date.now()) / 60_000;
    expect([minutes > 59, minutes <= 60]).toEqual([true, true]);
    const [row] = await app.database.query<Json>('SELECT s.*, s::text AS whole FROM upload_sessions s WHERE id = $1', [
      made.uploadId,
    ]);
    expect(row!['link_hash']).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(row!['whole']).not.toContain(secret);
  });

  it('names the file and its size, and refuses what no post could take', async () => {
    const refused = await Promise.all([
      callTool(app, grant.accessToken, 'create_upload', { fileName: 'a.mp4', mediaContentType: 'video/mp4' }),
      callTool(app, grant.accessToken, 'create_upload', { ...file, mediaSizeBytes: 10 ** 15 }),
      callTool(app, grant.accessToken, 'create_upload', { ...file, mediaContentType: 'text/html' }),
      callTool(app, grant.accessToken, 'create_upload', { ...file, mediaSizeBytes: 2 * 1024 ** 3 }),
      callTool(app, grant.accessToken, 'create_upload', {
        ...file,
        contentBase64: Buffer.from('x').toString('base64'),
      }),
    ]);
    expect(refused.map(({ json }) => [json.error, Object.keys(json.details)])).toEqual([
      ['VALIDATION_ERROR', ['mediaSizeBytes']],
      ['VALIDATION_ERROR', ['mediaSizeBytes']],
      ['VALIDATION_ERROR', ['mediaContentType']],
      ['PAYLOAD_TOO_LARGE', []],
      ['VALIDATION_ERROR', ['mediaSizeBytes']],
    ]);
  });
});

describe('contentBase64', () => {
  const content = (size: number) => photoBytes(size).toString('base64');
  const give = async (size: number, given: Json = {}) =>
    callTool(app, grant.accessToken, 'create_upload', {
      fileName: 'coast.jpg',
      mediaContentType: 'image/jpeg',
      contentBase64: content(size),
      ...given,
    });

  it('is a file at once, up to 512 KiB, and a post takes it', async () => {
    const { structured: made, text } = await give(512 * 1024);
    expect(made).toMatchObject({ uploadUrl: null, pageUrl: null, status: 'complete' });
    expect(made['next']).toEqual({ tool: 'list_connections', arguments: {} });
    expect(text).toContain('The file is there');
    expect(await stand(made)).toMatchObject({ status: 'complete', bytesReceived: 512 * 1024, error: null });
  });

  it.each([
    ['more than 512 KiB', 512 * 1024 + 1, {}],
    ['another size than is named', 1000, { mediaSizeBytes: 999 }],
    ['no base64', 1000, { contentBase64: 'a file' }],
    ['another kind of file than is named', 1000, { mediaContentType: 'video/mp4' }],
  ])('is refused with %s', async (_what, size, given) => {
    const { isError, text } = await give(size, given);
    expect([isError, /^(VALIDATION_ERROR|UNSUPPORTED_MEDIA_TYPE)/.test(text)]).toEqual([true, true]);
  });
});

describe('the address of an upload (putLinkedFile, sendLinkedPart, lookAtLinkedUpload)', () => {
  it('takes the file by one PUT without a credential, and is then over', async () => {
    const made = await open();
    const sender = senderTo(app, made.uploadUrl);
    expect((await sender.put(bytes)).status).toBe(204);
    expect(await stand(made)).toMatchObject({
      status: 'complete',
      bytesReceived: 3000,
      next: { tool: 'list_connections', arguments: {} },
    });
    const after = [await sender.put(bytes), await sender.part(bytes), await sender.look()];
    expect(after.map(({ status }) => status)).toEqual([410, 410, 410]);
    const post = videoBody(caller.connectionId, { mediaUrl: made.mediaUrl });
    expect((await caller.call('POST', '/api/v1/assignments', { body: post })).status).toBe(201);
  });

  it('takes the file of a client of tus, in parts', async () => {
    const made = await open();
    const endpoint = made.uploadUrl.replace(app.deps.config.baseUrl, app.url);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        uploadUrl: endpoint,
        chunkSize: 1000,
        retryDelays: null,
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(await stand(made)).toMatchObject({ status: 'complete' });
  });

  it('goes on where it was, and a PUT says so', async () => {
    const made = await open();
    const sender = senderTo(app, made.uploadUrl);
    expect((await sender.part(bytes.subarray(0, 1000))).status).toBe(204);
    const look = await sender.look();
    expect([look.headers.get('upload-offset'), look.headers.get('upload-length')]).toEqual(['1000', '3000']);
    expect(new Date(look.headers.get('upload-expires')!).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(await stand(made)).toMatchObject({ status: 'open', bytesReceived: 1000 });
    const put = await sender.put(bytes);
    expect([put.status, put.body.message]).toEqual([409, expect.stringContaining('1000 bytes')]);
    expect((await sender.part(bytes.subarray(1000), 1000)).status).toBe(204);
    expect(await stand(made)).toMatchObject({ status: 'complete' });
  });

  it.each([
    ['fewer bytes', 2999, 400],
    ['more bytes', 3001, 413],
  ])('refuses a PUT of %s than were announced, before it takes one', async (_what, size, status) => {
    const made = await open();
    expect((await senderTo(app, made.uploadUrl).put(videoBytes(size))).status).toBe(status);
    expect(await stand(made)).toMatchObject({ status: 'open', bytesReceived: 0 });
  });

  it('lets the first part correct the size, within the limits, and no later part', async () => {
    const made = await open({ mediaSizeBytes: 10 });
    const sender = senderTo(app, made.uploadUrl);
    const of = async (length: string) => sender.part(bytes.subarray(0, 1000), 0, { 'upload-length': length });
    expect([(await of('many')).status, (await of(String(10 ** 14))).status]).toEqual([400, 400]);
    expect((await of(String(2 * 1024 ** 3))).status).toBe(413);
    expect((await of('3000')).status).toBe(204);
    expect((await sender.part(bytes.subarray(1000), 1000, { 'upload-length': '9' })).status).toBe(204);
    expect(await stand(made)).toMatchObject({ status: 'complete', mediaSizeBytes: 3000 });
  });

  it('is over after an hour, its page as well; the session goes on for its owner', async () => {
    const made = await open();
    const sender = senderTo(app, made.uploadUrl);
    await passAnHour(made);
    const answers = [await sender.put(bytes), await sender.part(bytes), await sender.look(), await sender.page()];
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
    expect(await stand(made)).toMatchObject({ status: 'open' });
  });

  it.each([
    ['is revoked', 'ended_at = now()'],
    ['is over', 'expires_at = now()'],
  ])('is over when the grant of its assistant %s', async (_what, set) => {
    const other = await buildMcpGrant(caller);
    const { structured: made } = await callTool(app, other.accessToken, 'create_upload', file);
    const sender = senderTo(app, made['uploadUrl']);
    expect((await sender.part(bytes.subarray(0, 1000))).status).toBe(204);
    await app.database.query(`UPDATE mcp_grants SET ${set} WHERE id = $1`, [other.grantId]);
    const answers = [await sender.put(bytes), await sender.part(bytes, 1000), await sender.look(), await sender.page()];
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
    expect(await stand(made)).toMatchObject({ status: 'open', bytesReceived: 1000 });
  });

  it('ends with another file than was named', async () => {
    const made = await open();
    const sender = senderTo(app, made.uploadUrl);
    expect((await sender.put(photoBytes(3000))).status).toBe(415);
    expect(await stand(made)).toMatchObject({ status: 'failed', error: { code: 'MEDIA_INVALID' }, next: null });
    expect([(await sender.put(bytes)).status, (await sender.page()).status]).toEqual([410, 410]);
  });

  it('is known by its secret alone: another one, and the id, lead nowhere', async () => {
    const made = await open();
    const secret: string = made.uploadUrl.split('/').at(-1);
    const other = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    const base = made.uploadUrl.slice(0, -secret.length);
    const found = await Promise.all(
      [other, made.uploadId, secret.slice(1)].map(
        async (wrong) => (await senderTo(app, base + wrong).put(bytes)).status,
      ),
    );
    expect(found).toEqual([404, 400, 400]);
    const asKey = { headers: { authorization: `Bearer ${secret}` } };
    expect((await stranger(app)('GET', `${uploadPath}/${made.uploadId}`, asKey)).status).toBe(401);
  });

  it('is not in the log', async () => {
    app.forget();
    const made = await open();
    const secret = made.uploadUrl.split('/').at(-1);
    await senderTo(app, made.uploadUrl).put(bytes);
    expect(app.log.some(({ route }) => route === '/api/v1/uploads/{secret}')).toBe(true);
    expect(JSON.stringify(app.log)).not.toContain(secret);
  });
});

describe('showUploadPage', () => {
  it('names the file, runs its own script alone, and says when the file is there', async () => {
    const made = await open();
    const sender = senderTo(app, made.uploadUrl);
    const page = await sender.page();
    const policy = page.headers.get('content-security-policy')!;
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<bdi>coast.mp4</bdi>')]);
    expect(page.body).not.toContain(made.uploadUrl.split('/').at(-1));
    const [, script] = /<script>(.*)<\/script>/s.exec(page.body)!;
    expect(policy).toContain(
      `script-src 'sha256-${createHash('sha256').update(script!).digest('base64')}'; connect-src 'self'`,
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    await sender.put(bytes);
    expect((await sender.page()).body).toContain('The file has arrived');
  });

  it('is a page for an unknown secret, too', async () => {
    const page = await stranger(app)('GET', `/api/v1/uploads/${'x'.repeat(43)}/page`);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')]);
  });
});

describe('getUpload', () => {
  it('waits for the file, if it is told to', async () => {
    const made = await open();
    const waiting = tool('get_upload', { uploadId: made.uploadId, waitSeconds: 25 });
    await senderTo(app, made.uploadUrl).put(bytes);
    expect(await waiting).toMatchObject({ status: 'complete' });
  });

  it('knows the uploads of REST, and REST knows its own', async () => {
    const { body } = await caller.call('POST', uploadPath, { body: file });
    expect(await stand({ uploadId: body.id })).toMatchObject({ status: 'open', fileName: 'coast.mp4' });
    const made = await open();
    expect((await caller.call('GET', `${uploadPath}/${made.uploadId}`)).body).toMatchObject({ status: 'open' });
  });

  it('shows nothing to the grant of another workspace', async () => {
    const made = await open();
    const other = await buildMcpGrant(await buildCaller(app));
    const answer = await callTool(app, other.accessToken, 'get_upload', { uploadId: made.uploadId });
    expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining('NOT_FOUND')]);
  });
});
