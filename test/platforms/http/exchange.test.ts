import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { exchange, readBody } from '../../../platforms/http/exchange';
import type { Message } from '../../../platforms/http/exchange';
import { writtenInTime } from '../../../platforms/http/inTime';
import { sendMedia } from '../../../platforms/http/sendMedia';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { closedUrl, useServer } from '../../support/servers/server';

let seen: { url: string | undefined; bytes: number }[] = [];
const server = useServer((request, response) => {
  let bytes = 0;
  request.on('data', (piece: Buffer) => (bytes += piece.length));
  request.on('end', () => {
    seen.push({ url: request.url, bytes });
    if (request.url === '/away') return void response.writeHead(302, { location: '/elsewhere' }).end('{"ok":true}');
    response.writeHead(request.url === '/wrong' ? 400 : 200).end('{"ok":true}');
  });
});
const silent = useServer(() => undefined);
/** Its answers begin, and never end. */
const dripping = useServer((request, response) => {
  request.resume();
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
});
const dispatcher = new Agent();
const client = { name: 'Toy', dispatcher, patience: { answerMs: 10_000, mediaMs: 10_000 } };
afterAll(async () => dispatcher.destroy());
beforeEach(() => (seen = []));

const changing = { method: 'POST', operation: 'toy.object.change' } as const;
const ask = (path: string, how: Partial<Message> = {}) => ({
  ...changing,
  asked: 'data' as const,
  url: server.url + path,
  headers: {},
  signal: new AbortController().signal,
  answerWithinMs: 10_000,
  secrets: [],
  ...how,
});
const media = (notAfterMs: number) => {
  const bytes = videoBytes(100);
  return { ...ask('/media'), body: piecesOf(bytes), lengthBytes: bytes.length, notAfterMs };
};

describe('one try of a call', () => {
  it('brings the answer, whatever its status, and follows no redirect', async () => {
    for (const [path, status] of [
      ['/right', 200],
      ['/wrong', 400],
      ['/away', 302],
    ] as const) {
      expect(await exchange(client, ask(path))).toMatchObject({ from: 'Toy', status, text: '{"ok":true}' });
    }
    expect(seen.map(({ url }) => url)).toEqual(['/right', '/wrong', '/away']);
  });

  it('is transient, and names the platform, when nobody answers', async () => {
    const failure = await failureOf(exchange(client, ask('', { url: await closedUrl() })));
    expect(failure).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
    expect(failure.message).toBe('Toy could not be reached (ECONNREFUSED). Retry later.');
  });

  it('ends with the reason of the abort as it is', async () => {
    const reason = new Error('enough');
    await expect(exchange(client, ask('/right', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('is transient when its answer has another body than documented', async () => {
    const answer = await exchange(client, ask('/right'));
    expect(readBody(answer, z.object({ ok: z.boolean() }), 'a yes')).toEqual({ ok: true });
    const refused = failureOf(Promise.resolve().then(() => readBody(answer, z.object({ id: z.string() }), 'an id')));
    expect(await refused).toMatchObject({ transient: true, message: 'Toy answered without an id. Retry later.' });
  });
});

describe('the time for an answer', () => {
  const answerWithinMs = 200;
  const late = {
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    isRefusal: false,
    message: 'Toy gave no whole answer within 0 s. Retry later.',
  };

  it.each([
    ['does not come', silent, undefined],
    ['never ends', dripping, undefined],
    ['does not come, though all was sent', silent, 'text'],
    ['never ends, though all was sent', dripping, 'text'],
  ])('ends a call whose answer %s', async (_name, { url }, text) => {
    const body = text === undefined ? {} : { body: writtenInTime(client, text, Infinity) };
    expect(await failureOf(exchange(client, ask('', { url, answerWithinMs, ...body })))).toMatchObject(late);
  });

  it('ends one whose answer begins before the last byte was sent, and never ends', async () => {
    async function* endless() {
      yield videoBytes(50);
      await new Promise(() => undefined);
    }
    const call = ask('', { url: dripping.url, answerWithinMs, body: endless() });
    expect(await failureOf(exchange(client, call))).toMatchObject(late);
  });

  it('begins with the last byte that was sent', async () => {
    async function* slow() {
      yield videoBytes(50);
      await sleep(2500);
      yield videoBytes(50);
    }
    expect(await exchange(client, ask('/slow', { answerWithinMs: 2000, body: slow() }))).toMatchObject({ status: 200 });
    expect(seen).toEqual([{ url: '/slow', bytes: 100 }]);
  });

  it('is over for the caller when the caller has ended the call', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const call = exchange(client, ask('', { url: dripping.url, signal: stop.signal }));
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe('a call that changes something', () => {
  const late = {
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    message: expect.stringMatching(/to Toy, so it was not/),
  };

  it('is written before the end of the lease', async () => {
    const soonMs = performance.now() + 10_000;
    await exchange(client, ask('/written', { body: writtenInTime(client, 'text', soonMs) }));
    await sendMedia(client, media(soonMs));
    expect(seen).toEqual([
      { url: '/written', bytes: 4 },
      { url: '/media', bytes: 100 },
    ]);
  });

  it('is not written after it: the platform sees no request', async () => {
    const overMs = performance.now();
    expect(await failureOf(exchange(client, ask('/', { body: writtenInTime(client, '', overMs) })))).toMatchObject(
      late,
    );
    expect(await failureOf(sendMedia(client, media(overMs)))).toMatchObject(late);
    expect(seen).toEqual([]);
  });
});

describe('media', () => {
  it.each([
    ['does not come', silent],
    ['never ends', dripping],
  ])('whose answer %s are given up after the patience for media', async (_name, { url }) => {
    const hasty = { ...client, patience: { answerMs: 10_000, mediaMs: 200 } };
    const failure = await failureOf(sendMedia(hasty, { ...media(Infinity), url }));
    expect(failure).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
    expect(failure.message).toMatch(/^Toy took no more media and gave no whole answer/);
  });

  it('whose source fails end with the failure of the source', async () => {
    const fault = new PublishFailure(
      'MEDIA_DOWNLOAD_FAILED',
      { seen: 'The source is gone.', todo: 'Retry later.' },
      { transient: true },
    );
    async function* broken() {
      yield videoBytes(50);
      throw fault;
    }
    await expect(sendMedia(client, { ...media(Infinity), body: broken() })).rejects.toBe(fault);
  });
});
