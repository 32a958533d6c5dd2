import type { IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { publisherFor } from '../../../platforms/index';
import type { MediaPart } from '../../../platforms/Upload';
import { createYouTube } from '../../../platforms/youtube/index';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { resumable } from '../../support/media/resumable';
import { closedUrl, startServer } from '../../support/servers/server';
import { useStopping } from '../../support/use';
import { youtubeSettings } from '../../support/platforms/youtube';
import { unlimited } from '../../support/platforms/quota';

const call = {
  accessToken: 'ya29.a-secret-access-token',
  channelId: 'UC1',
  signal: new AbortController().signal,
  spend: unlimited,
  notAfterMs: Infinity,
};
const media = { contentType: 'video/mp4', sizeBytes: 300_000, offset: 0 };
const query = '/upload/youtube/v3/videos?uploadType=resumable&upload_id=a-secret-upload-id';
const stopping = useStopping();

/** Answers that no sandbox gives at will: an upload host of which every byte is written here. */
const answering = async (server: Parameters<typeof startServer>[0]) => hostAt(stopping(await startServer(server)).url);
const uploadAt = (url: string) => resumable(publisherFor(createYouTube(youtubeSettings(url)), 'video'));
function hostAt(url: string) {
  const upload = uploadAt(url);
  const send = (part: Partial<MediaPart> = {}) =>
    upload.send(call, url + query, { ...media, body: piecesOf(videoBytes(300_000)), ...part });
  return { upload, session: url + query, url, send };
}

async function lengthOf(req: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const piece of req) length += (piece as Buffer).length;
  return length;
}

describe('an answer of the upload host', () => {
  it.each([
    ['308 with a range', 308, { range: 'bytes=0-262143' }, { kind: 'open', nextOffset: 262_144 }],
    ['308 without a range', 308, {}, { kind: 'open', nextOffset: 0 }],
    [
      '200 that stands for a 308',
      200,
      { 'x-http-status-code-override': '308', range: 'bytes=0-9' },
      { kind: 'open', nextOffset: 10 },
    ],
    ['201 with the video', 201, {}, { kind: 'complete', objectId: 'a-video-id' }],
    ['200 with the video', 200, {}, { kind: 'complete', objectId: 'a-video-id' }],
  ])('is understood: %s', async (_name, status, headers, state) => {
    const { upload, session, send } = await answering(async (req, res) => {
      await lengthOf(req);
      res.writeHead(status, headers).end(status < 300 ? '{"id": "a-video-id", "kind": "youtube#video"}' : '');
    });
    expect(await send()).toEqual(state);
    expect(await upload.ask(call, session, 300_000)).toEqual(state);
  });

  it.each([
    ['a success without the id', 200, {}, '{"kind": "youtube#video"}'],
    ['a success that is no JSON', 200, {}, '<html></html>'],
    ['a range that cannot be read', 308, { range: 'bytes=5-9' }, ''],
    ['an error of its own', 503, {}, '{"error": {"message": "Backend Error"}}'],
    ['a stray redirect', 302, { location: '/elsewhere' }, ''],
  ])('leaves the outcome to a later question: %s', async (_name, status, headers, body) => {
    const { send } = await answering(async (req, res) => {
      await lengthOf(req);
      res.writeHead(status, headers).end(body);
    });
    expect(await failureOf(send())).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });

  it('is not read beyond 1 MiB', async () => {
    const { send } = await answering(async (req, res) => {
      await lengthOf(req);
      const more = () => {
        while (!res.destroyed && res.write('{"id": "a", "pad": "'.padEnd(65_536)));
      };
      res.on('drain', more);
      more();
    });
    expect(await failureOf(send())).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });

  it('names the time to wait if YouTube does', async () => {
    const { send } = await answering(async (req, res) => {
      await lengthOf(req);
      res.writeHead(429, { 'retry-after': '7' }).end();
    });
    expect(await failureOf(send())).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      transient: true,
      retryAfterMs: 7000,
    });
  });

  it('that takes a part and asks for a pause ends the sending until then', async () => {
    const { send, upload, session } = await answering(async (req, res) => {
      await lengthOf(req);
      res.writeHead(308, { range: 'bytes=0-262143', 'retry-after': '7' }).end();
    });
    const paused = { code: 'UPLOAD_FAILED', transient: true, retryAfterMs: 7000 };
    expect(await failureOf(send())).toMatchObject(paused);
    expect(await failureOf(send({ sizeBytes: null }))).toMatchObject(paused);
    expect(await upload.ask(call, session, 300_000)).toEqual({ kind: 'open', nextOffset: 262_144 });
  });

  it('counts also when it comes while the media is still being sent', async () => {
    const body = JSON.stringify({
      error: { message: 'No more of this.', errors: [{ reason: 'uploadLimitExceeded' }] },
    });
    const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    let receivedBytes = 0;
    const { send } = await answering(
      createTcpServer((socket) => {
        socket.on('data', (data) => {
          const isFirst = receivedBytes === 0;
          receivedBytes += data.length;
          if (isFirst) socket.end(answer + body);
        });
      }),
    );
    const sizeBytes = 200_000_000;
    const piece = videoBytes(1_000_000);
    async function* large() {
      for (let sent = 0; sent < sizeBytes; sent += piece.length) yield* piecesOf(piece);
    }
    const failure = await failureOf(send({ sizeBytes, body: large() }));
    expect(failure).toMatchObject({ code: 'QUOTA_EXCEEDED', transient: false });
    expect(failure.message).toContain('No more of this.');
    expect(receivedBytes).toBeLessThan(sizeBytes / 2);
  });

  it('sends what it holds again while YouTube takes only parts of a block, and ends when it takes none', async () => {
    const ranges: unknown[] = [];
    let stored = 0;
    const { send } = await answering(async (req, res) => {
      ranges.push(req.headers['content-range']);
      const length = await lengthOf(req);
      if (stored < 3 * 262_144) stored += Math.min(length, 262_144);
      res.writeHead(308, { range: `bytes=0-${stored - 1}` }).end();
    });
    const state = await send({ sizeBytes: null, body: piecesOf(videoBytes(1_000_000)) });
    expect(state).toEqual({ kind: 'open', nextOffset: 3 * 262_144 });
    expect(ranges).toEqual([0, 1, 2, 3].map((part) => `bytes ${part * 262_144}-999999/1000000`));
  });

  it('does not put the token or the session into a message, even if YouTube repeats them', async () => {
    const { send, upload, session, url } = await answering(async (req, res) => {
      await lengthOf(req);
      const message = `<b>Bad</b> ${url}${req.url} with ${req.headers.authorization} and a-secret-upload-id`;
      const isJson = req.headers['content-range'] !== 'bytes */1';
      res.writeHead(400, { 'content-type': isJson ? 'application/json' : 'text/plain' });
      res.end(isJson ? JSON.stringify({ error: { message, errors: [{ reason: `${req.url}` }] } }) : message);
    });
    for (const { code, message } of [await failureOf(send()), await failureOf(upload.ask(call, session, 1))]) {
      expect(code).toBe('PLATFORM_REJECTED');
      expect(message).toContain('YouTube refused the request: "Bad [redacted] with Bearer [redacted] and [redacted]"');
      expect(message).toMatch(/^YouTube /);
      expect(message).not.toMatch(/secret|<b>/);
    }
  });

  it('that never comes because nobody listens is transient, and leaves the media alone', async () => {
    const { send } = hostAt(await closedUrl());
    let isTouched = false;
    async function* body() {
      isTouched = true;
      yield videoBytes(300_000);
    }
    const expected = {
      code: 'UPLOAD_FAILED',
      transient: true,
      message: expect.stringContaining('ECONNREFUSED') as string,
    };
    expect(await failureOf(send({ body: body() }))).toMatchObject(expected);
    expect(isTouched).toBe(false);
  });
});

describe('an upload session', () => {
  it('gets no token if it is at another host', async () => {
    const requests: unknown[] = [];
    const elsewhere = await answering((req, res) => {
      requests.push(req.url);
      res.end();
    });
    const { upload } = await answering((_req, res) => res.writeHead(200, { location: elsewhere.session }).end());
    const refused = { code: 'INTERNAL', transient: false, message: expect.not.stringContaining('secret') as string };
    const body = piecesOf(videoBytes(300_000));
    expect(await failureOf(upload.open(call, { title: 'A' }, media))).toMatchObject(refused);
    expect(await failureOf(upload.ask(call, elsewhere.session, 300_000))).toMatchObject(refused);
    expect(await failureOf(upload.send(call, elsewhere.session, { ...media, body }))).toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it('may be at either of the two hosts of Google', async () => {
    const google = uploadAt('https://youtube.googleapis.com');
    const aborted = { ...call, signal: AbortSignal.abort(new Error('no network in tests')) };
    await expect(google.ask(aborted, `https://www.googleapis.com${query}`, 1)).rejects.toBe(aborted.signal.reason);
    const failure = await failureOf(google.ask(aborted, `https://googleapis.com.example.org${query}`, 1));
    expect(failure.code).toBe('INTERNAL');
  });

  it('that YouTube does not name is not guessed', async () => {
    const { upload } = await answering((_req, res) => res.writeHead(200).end());
    const failure = await failureOf(upload.open(call, { title: 'A' }, media));
    expect(failure).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  });
});
