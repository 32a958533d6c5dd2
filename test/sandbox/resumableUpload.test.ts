import { request } from 'node:http';
import { Readable } from 'node:stream';
import { film, kib256, useSandbox, put, send } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { until } from '../support/until';

describe('The resumable upload protocol', () => {
  let token: string;
  const sandbox = useSandbox();
  beforeAll(async () => {
    await sandbox.control('POST', '/settings', { quota: { uploadsPerDay: 1000 } });
    token = (await sandbox.grant()).accessToken;
  });

  const videoCount = async () => (await sandbox.stateOf('youtube')).videos.length;
  const head = { 'x-guploader-no-308': 'yes' };

  it('starts with an empty 200 that names the session, its id and the future video', async () => {
    const answer = await sandbox.youtube('POST', '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status', {
      token,
      json: { snippet: { title: 'A' } },
    });
    expect(answer).toMatchObject({ status: 200, text: '' });
    const location = new URL(String(answer.headers['location']));
    expect(location.origin).toBe(sandbox.url);
    expect(location.search).toContain('part=snippet%2Cstatus&');
    expect(answer.headers).toMatchObject({
      'x-guploader-uploadid': location.searchParams.get('upload_id'),
      'content-length': '0',
      server: 'UploadServer',
      'x-goog-correlation-id': expect.stringMatching(/^[\w-]{11}$/),
    });
    const { body } = await send('PUT', location.href, { body: film(10) });
    expect(body.id).toBe(answer.headers['x-goog-correlation-id']);
  });

  it('answers the last byte with the video, and the same answer for ever after', async () => {
    const location = await sandbox.start(token, { sizeBytes: 1000 });
    const first = await send('PUT', location, { body: film(1000) });
    expect(first).toMatchObject({ status: 200, body: { kind: 'youtube#video', status: { privacyStatus: 'private' } } });
    expect(first.headers['etag']).toBe(first.body.etag);
    await sandbox.youtube('PUT', '/youtube/v3/videos?part=snippet', {
      token,
      json: { id: first.body.id, snippet: { title: 'Changed', categoryId: '22' } },
    });
    expect((await put(location, 'bytes */1000')).text).toBe(first.text);
    expect((await put(location, 'bytes */*')).text).toBe(first.text);
    expect((await send('PUT', location, { body: film(1000) })).text).toBe(first.text);
    expect((await send('DELETE', location)).text).toBe(first.text);
  });

  it('has no Range in the 308 while nothing is stored', async () => {
    const answer = await put(await sandbox.start(token, { sizeBytes: 1000 }), 'bytes */1000');
    expect(answer.status).toBe(308);
    expect(answer.headers).toMatchObject({ 'content-length': '0' });
    expect(answer.headers['range']).toBeUndefined();
  });

  it('takes chunks of 256 KiB and tells the range that is stored', async () => {
    const bytes = film(2 * kib256 + 5);
    const location = await sandbox.start(token, { sizeBytes: bytes.length });
    const total = bytes.length;
    const before = await videoCount();
    const first = await put(location, `bytes 0-${kib256 - 1}/${total}`, bytes.subarray(0, kib256));
    expect([first.status, first.headers['range']]).toEqual([308, `bytes=0-${kib256 - 1}`]);
    const second = await put(
      location,
      `bytes ${kib256}-${2 * kib256 - 1}/${total}`,
      bytes.subarray(kib256, 2 * kib256),
    );
    expect(second.headers['range']).toBe(`bytes=0-${2 * kib256 - 1}`);
    expect((await put(location, `bytes */${total}`)).headers['range']).toBe(`bytes=0-${2 * kib256 - 1}`);
    expect(await videoCount()).toBe(before);
    const last = await put(location, `bytes ${2 * kib256}-${total - 1}/${total}`, bytes.subarray(2 * kib256));
    expect(last.status).toBe(200);
    const stored = await send('GET', `${sandbox.url}/youtube/media/${last.body.id}`);
    expect(stored.headers['content-length']).toBe(String(total));
  });

  it.each([8192, kib256 + 1])('refuses a chunk of %i bytes that is not the last', async (sizeBytes) => {
    const location = await sandbox.start(token, { sizeBytes: 3 * kib256 });
    const answer = await put(location, `bytes 0-${sizeBytes - 1}/${3 * kib256}`, film(sizeBytes));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(
      `The received request contained ${sizeBytes} bytes, which does not meet this requirement`,
    );
    expect((await put(location, 'bytes */*')).headers['range']).toBeUndefined();
  });

  it.each([
    ['a gap', 2 * kib256],
    ['an overlap', 0],
  ])('stores nothing of %s and tells the true range', async (_name, first) => {
    const location = await sandbox.start(token, { sizeBytes: 4 * kib256 });
    await put(location, `bytes 0-${kib256 - 1}/${4 * kib256}`, film(kib256));
    const answer = await put(location, `bytes ${first}-${first + kib256 - 1}/${4 * kib256}`, film(kib256));
    expect([answer.status, answer.headers['range']]).toEqual([308, `bytes=0-${kib256 - 1}`]);
  });

  it.each(['bytes 0-*/*', 'bytes 5-1/10', 'bytes 0-9/9', '0-9/10', 'bytes'])(
    'cannot parse the Content-Range "%s"',
    async (range) => {
      const answer = await put(await sandbox.start(token), range, film(10));
      expect(answer).toMatchObject({ status: 400, text: 'Failed to parse Content-Range header.' });
    },
  );

  it('refuses a body that is not as long as its Content-Range, and a total that contradicts an earlier one', async () => {
    const location = await sandbox.start(token, { sizeBytes: kib256 });
    const short = await put(location, `bytes 0-${kib256 - 1}/${kib256}`, film(10));
    expect(short).toMatchObject({
      status: 400,
      text: expect.stringContaining('There were 10 byte(s) in the request body.'),
    });
    expect((await put(location, `bytes */${kib256 + 1}`)).status).toBe(400);
    expect((await send('PUT', location, { body: film(10) })).status).toBe(400);
    expect((await put(location, `bytes */${kib256}`)).headers['range']).toBeUndefined();
  });

  it('takes an upload of unknown length, ended by a last chunk that tells the total', async () => {
    const location = await sandbox.start(token);
    expect((await put(location, `bytes 0-${kib256 - 1}/*`, film(kib256))).status).toBe(308);
    const last = await put(location, `bytes ${kib256}-${kib256 + 9}/${kib256 + 10}`, film(10));
    expect(last.status).toBe(200);
  });

  it('takes an upload of unknown length, ended by an empty request that tells the total', async () => {
    const location = await sandbox.start(token);
    await put(location, `bytes 0-${kib256 - 1}/*`, film(kib256));
    expect((await put(location, 'bytes */*')).status).toBe(308);
    expect((await put(location, `bytes */${kib256}`)).status).toBe(200);
  });

  it('takes a whole body of unknown length in pieces, without Content-Range', async () => {
    const location = await sandbox.start(token);
    const answer = await send('PUT', location, { body: Readable.from([film(100), film(100)]) });
    expect(answer.status).toBe(200);
    expect(
      (await sandbox.stateOf('youtube')).videos.find(({ id }: { id: string }) => id === answer.body.id).sizeBytes,
    ).toBe(200);
  });

  it('passes over what is stored when the whole file is sent again', async () => {
    const bytes = film(kib256 + 100);
    const location = await sandbox.start(token, { sizeBytes: bytes.length });
    await put(location, `bytes 0-${kib256 - 1}/*`, bytes.subarray(0, kib256));
    const answer = await send('PUT', location, { body: bytes });
    expect(answer.status).toBe(200);
    expect(
      (await sandbox.stateOf('youtube')).videos.find(({ id }: { id: string }) => id === answer.body.id).sizeBytes,
    ).toBe(bytes.length);
  });

  it('keeps a prefix of whole 256 KiB when the connection ends, and makes no video', async () => {
    const location = await sandbox.start(token, { sizeBytes: 4 * kib256 });
    const before = await videoCount();
    await new Promise<void>((resolve) => {
      const upload = request(location, { method: 'PUT', headers: { 'content-length': 4 * kib256 } });
      upload.on('error', () => undefined).on('close', resolve);
      upload.write(film(3 * kib256 + 1000), () => upload.destroy());
    });
    const answer = await put(location, `bytes */${4 * kib256}`);
    expect(answer.status).toBe(308);
    const stored = Number(String(answer.headers['range'] ?? 'bytes=0--1').slice('bytes=0-'.length)) + 1;
    expect(stored % kib256).toBe(0);
    expect(await videoCount()).toBe(before);
    const rest = film(4 * kib256).subarray(stored);
    expect((await put(location, `bytes ${stored}-${4 * kib256 - 1}/${4 * kib256}`, rest)).status).toBe(200);
  });

  it('lets a later request on a session end an earlier one', async () => {
    const location = await sandbox.start(token, { sizeBytes: 2 * kib256 });
    const ended = new Promise<void>((resolve) => {
      const upload = request(location, { method: 'PUT', headers: { 'content-length': 2 * kib256 } });
      upload.on('error', () => undefined).on('close', resolve);
      upload.write(film(100));
    });
    const id = new URL(location).searchParams.get('upload_id') ?? '';
    await until(async () =>
      (await sandbox.control('GET', '/calls')).body.calls.some(
        (call: Json) => call.method === 'PUT' && call.query.includes(id),
      ),
    );
    expect((await put(location, `bytes */${2 * kib256}`)).status).toBe(308);
    expect((await send('PUT', location, { body: film(2 * kib256) })).status).toBe(200);
    await ended;
  });

  it('ends a session on DELETE with 499, and knows it no more', async () => {
    const location = await sandbox.start(token, { sizeBytes: kib256 });
    expect(await send('DELETE', location)).toMatchObject({ status: 499, text: '' });
    expect((await put(location, `bytes */${kib256}`)).status).toBe(404);
    expect((await send('DELETE', location)).status).toBe(404);
    expect((await put(`${location}x`, 'bytes */*')).status).toBe(404);
  });

  it('forgets a session after a week', async () => {
    const location = await sandbox.start(token);
    await sandbox.control('POST', '/settings', { clockSkewMs: 8 * 86_400_000 });
    expect((await put(location, 'bytes */*')).status).toBe(404);
    await sandbox.control('POST', '/settings', { clockSkewMs: 0 });
    expect((await put(location, 'bytes */*')).status).toBe(308);
  });

  it('needs no token on a session, but refuses one that is no good', async () => {
    const location = await sandbox.start(token, { sizeBytes: 10 });
    expect((await put(location, 'bytes */10', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await put(location, 'bytes */10', undefined, { authorization: `Bearer ${token}` })).status).toBe(308);
    expect((await put(location, 'bytes */10')).status).toBe(308);
  });

  it('speaks other dialects: POST for PUT, the alias path, and no 308 for clients that cannot take it', async () => {
    const location = (await sandbox.start(token, { sizeBytes: 2 * kib256 })).replace('/upload/', '/resumable/upload/');
    const chunk = await send('POST', location, {
      body: film(kib256),
      headers: { 'content-range': `bytes 0-${kib256 - 1}/*`, ...head },
    });
    expect(chunk.status).toBe(200);
    expect(chunk.headers).toMatchObject({ 'x-http-status-code-override': '308', range: `bytes=0-${kib256 - 1}` });
    const last = await send('POST', location, {
      body: film(kib256),
      headers: { 'content-range': `bytes ${kib256}-${2 * kib256 - 1}/${2 * kib256}`, ...head },
    });
    expect(last).toMatchObject({ status: 200, body: { kind: 'youtube#video' } });
    expect(last.headers['x-http-status-code-override']).toBeUndefined();
  });
});
