import { createImporter } from '../../../../api/uploadSessions/imports/importer';
import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import { startApp } from '../../../support/callers/app';
import type { Json } from '../../../support/actors';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { videoBody } from '../../../support/build/video';
import { buildCaller } from '../../../support/callers/caller';
import { callTool } from '../../../support/callers/mcp';
import { partHeaders, uploadPath } from '../../../support/callers/uploads';
import { photoBytes, videoBytes } from '../../../support/media/media';
import { startMediaSource } from '../../../support/servers/mediaSource';
import type { SourceAnswer } from '../../../support/servers/mediaSource';
import { until } from '../../../support/until';
import { use } from '../../../support/use';

const source = use(async () => startMediaSource());
const app = use(async () =>
  startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`), uploadQuotaBytes: 1024 ** 2 }),
);
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const grant = use(async () => buildMcpGrant(caller));
const film = videoBytes(200_000);

type How = SourceAnswer | ((nth: number) => SourceAnswer);
const bring = async (how: How, token = grant.accessToken): Promise<Json> => importFrom(source.serve(how).url, token);
async function importFrom(url: string, token = grant.accessToken): Promise<Json> {
  const { isError, structured, text, json } = await callTool(app, token, 'import_from_url', { url });
  return { isError, text, json, ...structured };
}
const stand = async ({ uploadId }: Json): Promise<Json> =>
  (await callTool(app, grant.accessToken, 'get_upload', { uploadId })).structured;
/** Lets the next try come now. */
const tryAgain = async ({ uploadId }: Json): Promise<void> => {
  await until(async () => (await lockCount(uploadId)) === 0);
  await app.database.query('UPDATE upload_sessions SET next_try_at = now() WHERE id = $1 AND source_url IS NOT NULL', [
    uploadId,
  ]);
  app.deps.importSoon();
};
const lockCount = async (id: string): Promise<number> =>
  (await app.database.query('SELECT FROM upload_locks WHERE upload_session_id = $1', [id])).length;
const triesOf = async ({ uploadId }: Json): Promise<number> =>
  (await app.database.query<Json>('SELECT tries FROM upload_sessions WHERE id = $1', [uploadId]))[0]!['tries'];
const end = async ({ uploadId }: Json): Promise<void> => {
  await caller.call('DELETE', `${uploadPath}/${uploadId}`, { headers: { 'tus-resumable': '1.0.0' } });
};
const page = (text: string): SourceAnswer => ({
  bytes: Buffer.from(`<!doctype html><html><head>${text}</head></html>`),
  headers: { 'content-type': 'text/html' },
});

describe('import_from_url', () => {
  it('downloads a file into an upload that a post takes', async () => {
    const made = await bring({ bytes: film });
    expect(made).toMatchObject({
      status: 'complete',
      error: null,
      mediaContentType: 'video/mp4',
      mediaSizeBytes: film.length,
      bytesReceived: film.length,
      next: { tool: 'list_connections', arguments: {} },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of await app.deps.mediaStore.read(made.uploadId, { start: 0 })) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(film)).toBe(true);
    const post = videoBody(caller.connectionId, { mediaUrl: made.mediaUrl });
    expect((await caller.call('POST', '/api/v1/assignments', { body: post })).status).toBe(201);
    const [row] = await app.database.query<Json>('SELECT source_url, removed_at FROM upload_sessions WHERE id = $1', [
      made.uploadId,
    ]);
    expect(row).toEqual({ source_url: null, removed_at: null });
  });

  it.each<[string, How, Json]>([
    [
      'a picture that is called a video',
      { bytes: photoBytes(5000) },
      { status: 'complete', mediaContentType: 'image/jpeg' },
    ],
    [
      'a host that tells no size',
      { bytes: film, announcedBytes: null },
      { status: 'complete', mediaSizeBytes: film.length },
    ],
    [
      'a host that only serves ranges',
      (nth) => (nth === 1 ? { status: 403 } : { bytes: film }),
      { status: 'complete' },
    ],
  ])('takes %s', async (_what, how, expected) => {
    expect(await bring(how)).toMatchObject(expected);
  });

  it.each<[string, How, string, RegExp]>([
    ['a page', page('<title>My film</title>'), 'MEDIA_INVALID', /leads to a web page/],
    [
      'a log-in',
      page('<title>Sign in - Accounts</title>'),
      'MEDIA_INVALID',
      /asks for a log-in.*everybody who has the link/,
    ],
    ['a form with a password', page('<title>x</title><input type="password">'), 'MEDIA_INVALID', /asks for a log-in/],
    ['a file that is not shared', { status: 403 }, 'MEDIA_INVALID', /asks for a log-in/],
    [
      'the warning of Drive',
      page('<title>Google Drive - Virus scan warning</title>'),
      'MEDIA_INVALID',
      /look for viruses/,
    ],
    ['an archive', { bytes: Buffer.from('504b0304140000000000', 'hex') }, 'MEDIA_INVALID', /application\/zip/],
    ['words', { bytes: Buffer.from('not a film at all') }, 'MEDIA_INVALID', /no known media format/],
    ['nothing', { status: 404 }, 'MEDIA_DOWNLOAD_FAILED', /answered 404/],
    [
      'a redirect to an inner address',
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      'MEDIA_BLOCKED_ADDRESS',
      /public/,
    ],
    ['more than the workspace has room for', { bytes: videoBytes(2 * 1024 ** 2) }, 'MEDIA_TOO_LARGE', /no room/],
    [
      'more than any type takes',
      { bytes: film, announcedBytes: 10 ** 13 },
      'MEDIA_TOO_LARGE',
      /any content type takes/,
    ],
  ])('fails for %s in words, and keeps nothing', async (_what, how, code, words) => {
    const made = await bring(how);
    expect(made).toMatchObject({ isError: false, status: 'failed', error: { code }, next: null });
    expect([made.error.message, made.text]).toEqual([expect.stringMatching(words), expect.stringContaining(code)]);
    expect(await app.deps.mediaStore.offset(made.uploadId)).toBe(0);
    const [row] = await app.database.query<Json>('SELECT source_url, removed_at FROM upload_sessions WHERE id = $1', [
      made.uploadId,
    ]);
    expect([row!['source_url'], row!['removed_at']]).toEqual([null, expect.any(Date)]);
    expect((await caller.call('GET', `${uploadPath}/${made.uploadId}`)).body.error.code).toBe(code);
  });

  it.each(['http://127.0.0.1:9/a.mp4', 'ftp://example.com/a.mp4', 'https://user:word@example.com/', 'coast.mp4'])(
    'refuses the address %s at once',
    async (url) => {
      const { isError, json } = await importFrom(url);
      expect([isError, json.error, Object.keys(json.details)]).toEqual([true, 'VALIDATION_ERROR', ['url']]);
    },
  );

  it('says that it goes on, for a file that takes its time, and nobody else may send it meanwhile', async () => {
    const file = source.serve({ bytes: film, pauseAfterBytes: 100_000 });
    const made = await importFrom(file.url);
    expect(made).toMatchObject({ status: 'importing', mediaSizeBytes: film.length, bytesReceived: 100_000 });
    expect(made.next).toEqual({ tool: 'get_upload', arguments: { uploadId: made.uploadId, waitSeconds: 25 } });
    const part = await caller.call('PATCH', `${uploadPath}/${made.uploadId}`, {
      headers: partHeaders(100_000),
      body: film.subarray(100_000),
    });
    expect(part.status).toBe(423);
    const waiting = callTool(app, grant.accessToken, 'get_upload', { uploadId: made.uploadId, waitSeconds: 25 });
    file.resume();
    expect((await waiting).structured).toMatchObject({ status: 'complete', bytesReceived: film.length });
  });

  it('ends when its caller takes the session away', async () => {
    const file = source.serve({ bytes: film, pauseAfterBytes: 1000 });
    const made = await importFrom(file.url);
    await end(made);
    expect(await stand(made)).toMatchObject({ status: 'expired' });
    await until(async () => (await lockCount(made.uploadId)) === 0 && !file.requests[0]!.isOpen);
    expect(await app.deps.mediaStore.offset(made.uploadId)).toBe(0);
  });

  it('is for ten files of a workspace at a time, and leaves room for others', async () => {
    const other = await buildMcpGrant(await buildCaller(app));
    const file = source.serve({ bytes: film, pauseAfterBytes: 0 });
    const made = await Promise.all(Array.from({ length: 10 }, async () => importFrom(file.url)));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 'importing'));
    const refused = await importFrom(file.url);
    expect([refused.isError, refused.json.error, refused.json.retryAfterSeconds]).toEqual([true, 'RATE_LIMITED', 10]);
    expect(await bring({ bytes: photoBytes(5000) }, other.accessToken)).toMatchObject({ status: 'complete' });
    await Promise.all(made.map(end));
    expect(await bring({ bytes: photoBytes(5000) })).toMatchObject({ status: 'complete' });
  });

  it('shows nothing to the grant of another workspace', async () => {
    const made = await bring({ bytes: photoBytes(5000) });
    const other = await buildMcpGrant(await buildCaller(app));
    const answer = await callTool(app, other.accessToken, 'get_upload', { uploadId: made.uploadId });
    expect(answer.text).toContain('NOT_FOUND');
  });
});

describe('a download that was interrupted', () => {
  it.each<[string, How]>([
    ['a cut', (nth) => ({ bytes: film, ...(nth === 1 && { cutAfterBytes: 50_000 }) })],
    [
      'fewer bytes than were announced',
      (nth) => ({ bytes: film, ...(nth === 1 && { announcedBytes: film.length + 9 }) }),
    ],
    ['a fault of the host', (nth) => (nth === 1 ? { status: 503 } : { bytes: film })],
  ])('is begun anew after %s, and no half file is ever complete', async (_what, how) => {
    const file = source.serve(how);
    const importing = importFrom(file.url);
    await until(async () => file.requests.length === 1 && !file.requests[0]!.isOpen);
    const made = await importing;
    expect(made.status).toBe('importing');
    await tryAgain(made);
    await until(async () => (await stand(made)).status === 'complete');
    expect([file.requests.length, await triesOf(made)]).toEqual([2, 2]);
    await end(made);
  });

  it('fails after five tries', async () => {
    const made = await bring({ status: 503 });
    for (let tries = 2; tries <= 5; tries += 1) {
      expect((await stand(made)).status).toBe('importing');
      await tryAgain(made);
      await until(async () => (await triesOf(made)) === tries && (await lockCount(made.uploadId)) === 0);
    }
    expect(await stand(made)).toMatchObject({ status: 'failed', error: { code: 'MEDIA_DOWNLOAD_FAILED' } });
  });

  it('goes on in another process when its own has died, or has stopped', async () => {
    const { config, logger, ...deps } = app.deps;
    const dying = createImporter({ ...deps, config, logger });
    const file = source.serve((nth) => ({ bytes: film, ...(nth <= 2 && { pauseAfterBytes: 50_000 }) }));
    const made = await importFrom(file.url);
    expect(made.bytesReceived).toBe(50_000);
    // Its process stands still: the lease of its lock has run out.
    await app.database.query(
      `UPDATE upload_locks SET lease_until = now() - interval '1 second', holder = gen_random_uuid() WHERE upload_session_id = $1`,
      [made.uploadId],
    );
    // The first process may notice at once that it has lost the lock, and put the download off.
    await until(async () => {
      dying.wake();
      return file.requests.length === 2;
    });
    await dying.stop();
    expect((await stand(made)).status).toBe('importing');
    // The first process has still to notice that it has lost the lock.
    await until(async () => {
      app.deps.importSoon();
      return (await stand(made)).status === 'complete';
    });
    expect(await app.deps.mediaStore.offset(made.uploadId)).toBe(film.length);
  });
});
