import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { postWebhook } from '../../lib/postWebhook';
import type { PostResult } from '../../lib/postWebhook';
import { paced } from '../../domain/pace';
import type { DeliveryEvent } from '../../domain/webhook';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import { expectedSignatures } from '../support/servers/openssl';
import { startServer, useServer } from '../support/servers/server';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { answer, hang, reset, startReceiver } from '../support/servers/webhookReceiver';
import type { Behaviour, Received } from '../support/servers/webhookReceiver';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"status":"uploading","errors":[{"message":"Größe ✓"}]}';
const id = '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a';
const kib = 1024;

const safeFetch = use(async () => createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') }));
const stopping = useStopping();
const receiverThat = async (behaviour?: Behaviour) => stopping(await startReceiver(behaviour));

async function post(
  url: string,
  attempt = 1,
  fetch = safeFetch,
  event: DeliveryEvent = 'uploading',
): Promise<PostResult> {
  return postWebhook(fetch, { id, url, event, body, attempt }, { current: secret, previous: null });
}

/** The result of one request to a receiver that behaves so. */
async function postTo(behaviour: Behaviour): Promise<PostResult> {
  return post((await receiverThat(behaviour)).url);
}

it.each([
  ['published', undefined],
  ['assignment.removal', 'assignment.removal'],
] as const)('a webhook about %s names its event: %s', async (event, header) => {
  const receiver = await receiverThat();
  await post(receiver.url, 1, safeFetch, event);
  expect(receiver.received[0]!.headers['x-webhook-event']).toBe(header);
});

describe('the request', () => {
  let received: Received;
  let result: PostResult;

  beforeAll(async () => {
    const receiver = await receiverThat();
    result = await post(`${receiver.url}?tenant=4`, 3);
    received = receiver.received[0]!;
  });

  it('is a POST of the very bytes, to the whole URL', () => {
    expect(received).toMatchObject({ method: 'POST', path: '/hooks?tenant=4', body });
    expect(received.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  it('says who sends it, what it is and which attempt', () => {
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'ContentDelivery-Webhooks/1.0',
      'accept-encoding': 'identity',
      connection: 'close',
      'webhook-id': id,
      'x-webhook-attempt': '3',
    });
  });

  it('is signed so that OpenSSL verifies it, with the time of the attempt', () => {
    const { 'webhook-timestamp': timestamp, ...headers } = received.headers;
    expect(timestamp).toBe(String(Math.floor(result.at.getTime() / 1000)));
    const { hex, standard } = expectedSignatures(secret, { id, timestamp: String(timestamp), body: received.body });
    expect(headers['x-webhook-signature']).toBe(hex);
    expect(headers['webhook-signature']).toBe(standard);
    expect(headers).not.toHaveProperty('x-webhook-signature-previous');
  });
});

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('of %d is a delivery', async (status) => {
    expect(await postTo(answer(status))).toMatchObject({ isDelivered: true, httpStatusCode: status, error: null });
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])('of %d is a failure', async (status) => {
    expect(await postTo(answer(status, {}))).toMatchObject({
      isDelivered: false,
      httpStatusCode: status,
      error: `http_status: the receiver answered ${status}`,
    });
  });

  it.each([301, 302, 303, 307, 308])('of %d is a failure, and is not followed', async (status) => {
    const target = await receiverThat();
    expect(await postTo(answer(status, { location: target.url }))).toMatchObject({
      isDelivered: false,
      httpStatusCode: status,
    });
    expect(target.received).toEqual([]);
  });

  it.each([
    ['seconds', '7', 7000],
    ['nothing that is known', 'soon', 0],
    ['a negative number', '-5', 0],
    ['a date that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('may ask for a pause by %s', async (_what, value, retryAfterMs) => {
    expect(await postTo(answer(503, { 'retry-after': value }))).toMatchObject({ retryAfterMs });
  });

  it('may ask for a pause by a date', async () => {
    const { retryAfterMs } = await postTo(answer(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }));
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('is kept up to 4 KiB', async () => {
    const { responseBody } = await postTo(answer(500, {}, `${'x'.repeat(4 * kib)}yz`));
    expect(responseBody).toBe('x'.repeat(4 * kib));
  });

  it('is kept without our signatures, even where 4 KiB end in the middle of one', async () => {
    const filling = 'x'.repeat(4 * kib - 32);
    const receiver = await receiverThat();
    receiver.behave((response, nth) => {
      const signature = String(receiver.received[nth - 1]!.headers['x-webhook-signature']);
      answer(500, {}, filling + signature)(response, nth);
    });
    expect(await post(receiver.url)).toMatchObject({ responseBody: `${filling}[redacted]` });
  });

  it('is kept as text that a database takes, whatever its bytes', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b\0'), Buffer.from([0xff, 0xc3]), Buffer.from('c')]);
    expect(await postTo(answer(200, {}, bytes))).toMatchObject({ isDelivered: true, responseBody: 'ab\ufffd\ufffdc' });
  });

  it('that is compressed stays so', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * kib * kib));
    const { responseBody, isDelivered } = await postTo(answer(200, { 'content-encoding': 'gzip' }, bomb));
    expect(isDelivered).toBe(true);
    expect(responseBody).not.toMatch(/^\0+$/);
    expect(responseBody!.length).toBeLessThanOrEqual(4 * kib);
  });

  it('of a gigabyte is cut after its beginning', async () => {
    let sentBytes = 0;
    const cut = new AbortController();
    const piece = Buffer.alloc(64 * kib, 'x');
    const result = await postTo((response) => {
      response.once('close', () => cut.abort());
      response.writeHead(200, { 'content-length': 1024 ** 3 });
      const pour = (): void => {
        while (!cut.signal.aborted && response.write(piece)) sentBytes += piece.length;
        if (!cut.signal.aborted) response.once('drain', pour);
      };
      pour();
    });
    await until(() => cut.signal.aborted);
    expect(result).toMatchObject({ isDelivered: true, responseBody: 'x'.repeat(4 * kib) });
    // The system's buffers of the loopback hold this much.
    expect(sentBytes).toBeLessThan(32 * 1024 ** 2);
  });
});

describe('a receiver that', () => {
  it('refuses the connection', async () => {
    const { url, stop } = await startReceiver();
    await stop();
    expect(await post(url)).toMatchObject({
      isDelivered: false,
      httpStatusCode: null,
      error: expect.stringMatching(/^connection_refused: /),
      responseBody: null,
    });
  });

  it('resets the connection', async () => {
    expect(await postTo(reset)).toMatchObject({
      httpStatusCode: null,
      error: expect.stringMatching(/^connection_reset: /),
    });
  });

  it('does not speak HTTP', async () => {
    const server = createServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    const { url } = stopping(await startServer(server));
    expect(await post(url)).toMatchObject({ error: expect.stringMatching(/^connection_reset: /) });
  });

  it('does not speak TLS', async () => {
    const { url } = await receiverThat();
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ error: expect.stringMatching(/^tls_error: /) });
  });

  it('has a name that nobody knows', async () => {
    const lost = createSafeFetch({ allow: [], resolve: async () => [] });
    expect(await post('https://receiver.example/', 1, lost)).toMatchObject({
      error: 'dns_error: The host name could not be resolved.',
    });
  });

  it.each([
    ['has a name that leads to this machine', 'http://receiver.example/hooks'],
    ['has an address of this machine', 'http://127.0.0.1/hooks'],
    ['has an address of the local network', 'http://192.168.1.1/hooks'],
  ])('%s is not called', async (_what, url) => {
    const receiver = await receiverThat();
    const strict = createSafeFetch({ allow: [], resolve: async () => ['127.0.0.1'] });
    const at = new URL(url);
    at.port = String(receiver.port);
    const { error, httpStatusCode } = await post(at.href, 1, strict);
    expect(error).toMatch(/^blocked_address: /);
    // The error does not tell the address that a name resolves to.
    expect(error).not.toContain('127.0.0.1');
    expect(httpStatusCode).toBeNull();
    expect(receiver.received).toEqual([]);
    await strict.close();
  });
});

describe('after ten seconds an attempt ends, when a receiver', () => {
  let results: PostResult[];

  // Accepts connections and never reads.
  const mute = useServer(createServer({ pauseOnConnect: true }));
  const raw = useServer(
    createServer((socket) => {
      socket.on('error', () => undefined);
      drip(() => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), socket);
    }),
  );
  beforeAll(async () => {
    results = await Promise.all([postTo(hang), post(raw.url), post(`https://127.0.0.1:${mute.port}/`)]);
  });

  it('does not answer, announces an answer for ever, or says nothing to the handshake', () => {
    for (const { durationMs, ...result } of results) {
      expect(result).toMatchObject({ isDelivered: false, httpStatusCode: null });
      expect(result.error).toBe('timeout: The host did not answer in time.');
      expect(durationMs).toBeGreaterThanOrEqual(paced(10_000) - 10);
    }
  });
});

describe('the status line decides, when a receiver', () => {
  const after: Record<string, Behaviour> = {
    'drips its headers': (response) => drip(() => response.socket!.write('x-more: 1\r\n'), response),
    'drips its body': (response) => {
      response.socket!.write('\r\n');
      drip(() => response.socket!.write('x'), response);
    },
    'breaks off within its headers': (response) => response.socket!.end('content-le'),
    'breaks off within its body': (response) => response.socket!.end('content-length: 100\r\n\r\nx'),
    'resets within its body': (response) => {
      response.socket!.write('content-length: 100\r\n\r\nx', () => response.socket!.resetAndDestroy());
    },
    'sends chunks that are none': (response) =>
      response.socket!.end('transfer-encoding: chunked\r\n\r\n1\r\nx\r\nx\r\n'),
  };

  it.each(Object.entries(after))('%s', async (_what, rest) => {
    for (const status of [200, 503]) {
      const result = await postTo((response, nth) => {
        response.socket!.write(`HTTP/1.1 ${status}\r\n`);
        rest(response, nth);
      });
      expect(result).toMatchObject({ isDelivered: status === 200, httpStatusCode: status });
      expect(result.responseBody).toMatch(/^x*$/);
    }
  });

  it('sends a body that does not end: what has come within a second is kept', async () => {
    const result = await postTo((response) => {
      response.writeHead(202).write('the beginning');
    });
    expect(result).toMatchObject({ isDelivered: true, httpStatusCode: 202, responseBody: 'the beginning' });
    expect(result.durationMs).toBeGreaterThanOrEqual(paced(1_000) - 10);
  });

  it('sends headers that are not HTTP: then there is no answer', async () => {
    const result = await postTo((response) => response.socket!.end('HTTP/1.1 200 OK\r\nno field\r\n\r\n'));
    expect(result).toMatchObject({
      isDelivered: false,
      httpStatusCode: null,
      error: 'connection_reset: The host answered with invalid HTTP.',
    });
  });
});

function drip(send: () => void, connection: EventEmitter): void {
  const timer = setInterval(send, 100);
  connection.once('close', () => clearInterval(timer));
}
