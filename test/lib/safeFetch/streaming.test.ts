import { getEventListeners } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { outboundErrorOf } from '../../../lib/safeFetch/OutboundError';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import type { SafeFetch, SafeFetchOptions } from '../../../lib/safeFetch/safeFetch';
import { startOrigin } from '../../support/servers/origin';
import type { Origin } from '../../support/servers/origin';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

const mebibyte = 1024 * 1024;
let origin: Origin;
let fetching: SafeFetch;

const stopping = useStopping();
const serve = async (answer: RequestListener, options: Partial<SafeFetchOptions> = {}): Promise<string> => {
  origin = stopping(await startOrigin(answer));
  fetching = stopping(createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8'), ...options }));
  return `http://127.0.0.1:${origin.port}/`;
};
const socketsAreClosed = (): Promise<true> => until(() => origin.sockets.size === 0);

/** One byte at a time, for ever: each is in time, so only a deadline for the whole ends it. */
const drip: RequestListener = (_request, response) => {
  response.flushHeaders();
  const dripping = setInterval(() => response.write('x'), 10);
  response.once('close', () => clearInterval(dripping));
};
const reasonOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: unknown) => outboundErrorOf(error)?.reason,
  );

describe('the deadline', () => {
  it('ends a body that drips, and its connection', async () => {
    const url = await serve(drip);
    const startedAt = performance.now();
    const answer = await fetching.request(url, { deadlineMs: 1000, bodyTimeoutMs: 10_000 });
    expect(await reasonOf(text(answer.body))).toBe('timeout');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(995);
    expect(await socketsAreClosed()).toBe(true);
  });

  it('ends a wait for headers', async () => {
    const url = await serve(() => undefined);
    expect(await reasonOf(fetching.request(url, { deadlineMs: 100 }))).toBe('timeout');
    expect(await socketsAreClosed()).toBe(true);
  });

  it('ends a look-up that would last longer', async () => {
    const url = await serve(drip, { resolve: () => new Promise(() => undefined), connectTimeoutMs: 1_000 });
    expect(await reasonOf(fetching.request(url.replace('127.0.0.1', 'silent.example'), { deadlineMs: 100 }))).toBe(
      'timeout',
    );
  });

  it('ends a chain of redirects', async () => {
    const url = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100);
    });
    expect(await reasonOf(fetching.request(url, { deadlineMs: 250, redirects: 'follow' }))).toBe('timeout');
  });

  it('does not count for a body that was read in time', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    const answer = await fetching.request(url, { deadlineMs: 10_000 });
    expect(await text(answer.body)).toBe('hello');
  });
});

describe('an abort', () => {
  it('before the call makes no connection', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    expect(await reasonOf(fetching.request(url, { signal: AbortSignal.abort() }))).toBe('aborted');
    await text((await fetching.request(url)).body);
    expect(origin.connections()).toBe(1);
  });

  it('while waiting for headers closes the connection', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort());
    expect(await reasonOf(fetching.request(url, { signal: stop.signal }))).toBe('aborted');
    expect(await socketsAreClosed()).toBe(true);
  });

  it('within the body closes the connection', async () => {
    const stop = new AbortController();
    const url = await serve(drip);
    const { body } = await fetching.request(url, { signal: stop.signal });
    body.once('data', () => stop.abort());
    expect(await reasonOf(text(body))).toBe('aborted');
    expect(await socketsAreClosed()).toBe(true);
  });

  it('leaves nothing behind on a signal that outlives many requests', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    const { signal } = new AbortController();
    for (let time = 0; time < 20; time += 1) await text((await fetching.request(url, { signal })).body);
    expect(await until(() => getEventListeners(signal, 'abort').length === 0)).toBe(true);
  });
});

describe('a body', () => {
  it('that is destroyed closes its connection', async () => {
    const url = await serve(drip);
    const { body } = await fetching.request(url);
    body.on('error', () => undefined).destroy();
    expect(await socketsAreClosed()).toBe(true);
  });

  it('that stays silent for longer than bodyTimeoutMs is a timeout', async () => {
    const url = await serve((_request, response) => response.write('x'));
    const { body } = await fetching.request(url, { bodyTimeoutMs: 100 });
    expect(await reasonOf(text(body))).toBe('timeout');
  });

  it('that is shorter than its Content-Length is a connection_reset', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    });
    const { body } = await fetching.request(url);
    expect(await reasonOf(text(body))).toBe('connection_reset');
  });

  it('of 64 MiB waits for its reader, and passes whole in bounded memory', async () => {
    const block = Buffer.alloc(mebibyte / 4, 'x');
    let sent = 0;
    const flood = async (response: ServerResponse): Promise<void> => {
      while (sent < 64 * mebibyte) {
        const flushed = new Promise((resolve) => response.write(block, resolve));
        await flushed;
        sent += block.length;
      }
      response.end();
    };
    const url = await serve((_request, response) => void flood(response));
    const { body } = await fetching.request(url);
    let stalledFor = 0;
    for (let before = -1; stalledFor < 10; before = sent) {
      stalledFor = before === sent ? stalledFor + 1 : 0;
      await wait(20);
    }
    expect(sent).toBeLessThan(24 * mebibyte);

    let received = 0;
    let ahead = 0;
    for await (const chunk of body) {
      received += (chunk as Buffer).length;
      ahead = Math.max(ahead, sent - received);
    }
    expect(received).toBe(64 * mebibyte);
    expect(ahead).toBeLessThan(24 * mebibyte);
  });
});
