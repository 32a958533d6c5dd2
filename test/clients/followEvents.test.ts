import { followEvents } from '../../clients/followEvents';
import type { ServerEvent } from '../../clients/followEvents';
import { useServer } from '../support/servers/server';
import { until } from '../support/until';

type Fetch = Parameters<typeof followEvents>[1]['fetch'];

const address = '/events';
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A stream that stays open while nothing ends it. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  return {
    answer: new Response(readable),
    say: (bytes: Uint8Array<ArrayBuffer>) => void writer.write(bytes).catch(() => undefined),
    end: () => void writer.close().catch(() => undefined),
  };
}

/** Follows until the test ends, and notes the events. */
function follow(fetch: Fetch) {
  const controller = new AbortController();
  const events: ServerEvent[] = [];
  const opened: boolean[] = [];
  let hasEnded = false;
  const ended = followEvents(address, {
    fetch,
    signal: controller.signal,
    onEvent: (event) => events.push(event),
    onOpen: (isOpen) => opened.push(isOpen),
  }).then(() => void (hasEnded = true));
  leave = async () => {
    controller.abort();
    await ended;
  };
  return { events, opened, ended, hasEnded: () => hasEnded };
}
let leave = async (): Promise<void> => undefined;
afterEach(async () => leave());

describe('over HTTP', () => {
  const asked: { lastId: unknown; token: unknown }[] = [];
  const server = useServer((request, response) => {
    const { 'last-event-id': lastId, authorization: token } = request.headers;
    asked.push({ lastId, token });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`: hello\n\nid: ${asked.length}\nevent: status\ndata: {"is":"Zürich"}\n\n`);
  });

  it('goes on after the last event, with the credentials of each moment', async () => {
    let tokens = 0;
    const { events, opened } = follow(async (path, { headers, signal }) =>
      fetch(server.url + path, { headers: { ...headers, authorization: `Bearer ${++tokens}` }, signal }),
    );
    await until(async () => events.length >= 2);
    expect(asked.slice(0, 2)).toEqual([
      { lastId: undefined, token: 'Bearer 1' },
      { lastId: '1', token: 'Bearer 2' },
    ]);
    expect(events.slice(0, 2)).toEqual([
      { name: 'status', data: { is: 'Zürich' } },
      { name: 'status', data: { is: 'Zürich' } },
    ]);
    expect(opened.slice(0, 3)).toEqual([true, false, true]);
  });
});

describe('by a clock that stands still', () => {
  beforeEach(() => {
    // Streams and promises go on.
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(async () => {
    await leave();
    jest.useRealTimers();
  });
  const pass = async (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('tries again after 0.5 s, then after twice as long, up to 15 s', async () => {
    const triesMs: number[] = [];
    const { opened } = follow(async () => {
      triesMs.push(Date.now());
      throw new TypeError('fetch failed');
    });
    await pass(60_000);
    expect(triesMs).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 30_500, 45_500]);
    expect(opened).not.toContain(true);
  });

  it('begins anew with 0.5 s after a stream that has opened', async () => {
    const triesMs: number[] = [];
    follow(async () => {
      triesMs.push(Date.now());
      return new Response(triesMs.length === 3 ? '' : null, { status: triesMs.length === 3 ? 200 : 503 });
    });
    await pass(4_000);
    expect(triesMs).toEqual([0, 500, 1_500, 2_000, 3_000]);
  });

  it.each([400, 401, 403, 404, 410, 422])('ends for good by %i, answered or thrown', async (status) => {
    for (const refusal of [
      async () => new Response(null, { status }),
      async () => Promise.reject(Object.assign(new Error('refused'), { status })),
    ]) {
      const fetch = jest.fn<ReturnType<Fetch>, Parameters<Fetch>>(refusal);
      const { ended, opened } = follow(fetch);
      await ended;
      expect([fetch.mock.calls.length, opened]).toEqual([1, [false]]);
    }
  });

  it.each([429, 500, 502, 503, 0])('tries again after %i, answered or thrown', async (status) => {
    for (const refusal of [
      async () => (status === 0 ? Response.error() : new Response(null, { status })),
      async () => Promise.reject(Object.assign(new Error('refused'), { status })),
    ]) {
      const fetch = jest.fn<ReturnType<Fetch>, Parameters<Fetch>>(refusal);
      const { hasEnded } = follow(fetch);
      await pass(500);
      expect([fetch.mock.calls.length, hasEnded()]).toEqual([2, false]);
      await leave();
    }
  });

  it('gives up a stream of which nothing is heard for 40 s, not even half an event', async () => {
    const streams = [openStream(), openStream()];
    const signals: AbortSignal[] = [];
    const { opened } = follow(async (_address, { signal }) => {
      signals.push(signal);
      return streams[signals.length - 1]!.answer;
    });
    await pass(39_000);
    streams[0]!.say(bytesOf('dat'));
    await pass(39_999);
    expect([opened, signals.length]).toEqual([[true], 1]);
    await pass(1);
    expect([opened, signals[0]!.aborted]).toEqual([[true, false], true]);
    await pass(500);
    expect([opened, signals.length]).toEqual([[true, false, true], 2]);
  });

  it('gives up an answer that does not come for 40 s', async () => {
    const triesMs: number[] = [];
    follow(async (_address, { signal }) => {
      triesMs.push(Date.now());
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await pass(41_000);
    expect(triesMs).toEqual([0, 40_500]);
  });

  it('reads events whose bytes come one by one, and takes up nothing of half an event', async () => {
    const streams = [openStream(), openStream()];
    const lastIds: unknown[] = [];
    const { events } = follow(async (_address, { headers }) => {
      lastIds.push(headers['last-event-id']);
      return streams[lastIds.length - 1]!.answer;
    });
    for (const byte of bytesOf(': hello\n\nid: 7\r\ndata: {"to":"Zürich"}\r\n\r\nid: 8\ndata: {"to":'))
      streams[0]!.say(Uint8Array.of(byte));
    await pass(0);
    streams[0]!.end();
    await pass(500);
    streams[1]!.say(bytesOf('event: progress\ndata: 1\n\n'));
    await pass(0);
    expect(events).toEqual([
      { name: 'message', data: { to: 'Zürich' } },
      { name: 'progress', data: 1 },
    ]);
    expect(lastIds).toEqual([undefined, '7']);
  });

  it('ends at once with the signal, in a stream and between two', async () => {
    const { answer, say } = openStream();
    const { events, opened, hasEnded } = follow(async () => answer);
    await pass(0);
    await leave();
    say(bytesOf('data: 1\n\n'));
    await pass(0);
    expect([hasEnded(), opened, events]).toEqual([true, [true, false], []]);

    const between = follow(async () => Promise.reject(new TypeError('fetch failed')));
    await pass(100);
    await leave();
    expect(between.hasEnded()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
