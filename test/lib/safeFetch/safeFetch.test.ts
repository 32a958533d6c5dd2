import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import type { SafeFetchOptions } from '../../../lib/safeFetch/safeFetch';
import { selfSignedCertificate } from '../../support/servers/certificate';
import { startOrigin } from '../../support/servers/origin';
import { startServer } from '../../support/servers/server';
import { useStopping } from '../../support/use';

const stopping = useStopping();
const safeFetch = (allow: string, options: Partial<SafeFetchOptions> = {}) =>
  stopping(createSafeFetch({ allow: parseOutboundAllow(allow), ...options }));
const origin = async (...options: Parameters<typeof startOrigin>) => stopping(await startOrigin(...options));
/** A server below HTTP, for answers that no HTTP server would give. */
const rawOrigin = async (answer: (socket: Socket) => void): Promise<number> =>
  stopping(await startServer(createServer(answer))).port;
const reply: RequestListener = (_request, response) => response.writeHead(201, { 'x-answer': 'yes' }).end('hello');

describe('safeFetch.request', () => {
  it('sends method, headers and body as given and hands the answer over as it came', async () => {
    const { port, requests } = await origin(reply);
    const { request } = safeFetch(`127.0.0.1:${port}`);
    const answer = await request(`http://127.0.0.1:${port}/a?b=c#d`, {
      method: 'POST',
      headers: { 'X-Mine': 'm' },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'x-answer': 'yes' },
      url: `http://127.0.0.1:${port}/a?b=c#d`,
    });
    expect(await text(answer.body)).toBe('hello');
    expect(requests).toMatchObject([{ method: 'POST', url: '/a?b=c', headers: { 'x-mine': 'm' }, body: '{"a":1}' }]);
  });

  it('asks for the bytes as they are and never decompresses', async () => {
    const packed = gzipSync('a'.repeat(100_000));
    const { port, requests } = await origin((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    );
    const { request } = safeFetch(`127.0.0.1:${port}`);
    const answer = await request(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect((await buffer(answer.body)).equals(packed)).toBe(true);
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await origin(reply);
    const { port, requests } = await origin(reply);
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
    try {
      const { request } = safeFetch(`media.example:${port}`, { resolve: async () => ['127.0.0.1'] });
      (await request(`http://media.example:${port}/`)).body.destroy();
    } finally {
      names.forEach((name, index) =>
        before[index] === undefined ? delete process.env[name] : (process.env[name] = before[index]),
      );
    }
    expect(requests).toHaveLength(1);
    expect(proxy.connections()).toBe(0);
  });

  it('tries the next address when the first does not answer the call', async () => {
    const { port } = await origin(reply, { host: '127.0.0.3' });
    const { request } = safeFetch(`media.example:${port}`, { resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    expect((await request(`http://media.example:${port}/`)).status).toBe(201);
  });

  it('names the host it was given in TLS, and trusts only certificates for it', async () => {
    const certificate = selfSignedCertificate('media.example');
    const { port, requests } = await origin(reply, { certificate });
    const resolve = async (): Promise<string[]> => ['127.0.0.1'];
    const trusting = safeFetch('127.0.0.0/8', { resolve, ca: certificate.cert });
    expect((await trusting.request(`https://media.example:${port}/`)).status).toBe(201);
    expect((await trusting.request(`https://media.example.:${port}/`)).status).toBe(201);
    await expect(trusting.request(`https://other.example:${port}/`)).rejects.toMatchObject({ reason: 'tls_error' });
    await expect(safeFetch('127.0.0.0/8', { resolve }).request(`https://media.example:${port}/`)).rejects.toMatchObject(
      { reason: 'tls_error' },
    );
    expect(requests).toHaveLength(2);
  });
});

describe('each failure has one reason', () => {
  const reasonOf = (url: string, options: Partial<SafeFetchOptions> = {}, request = {}): Promise<unknown> =>
    safeFetch('127.0.0.0/8', { connectTimeoutMs: 500, ...options })
      .request(url, request)
      .then(
        () => 'answered',
        (error: { reason?: unknown }) => error.reason ?? error,
      );

  it('connection_refused', async () => {
    const { port, close } = await startOrigin(reply);
    await close();
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe('connection_refused');
  });

  it('connection_reset', async () => {
    const port = await rawOrigin((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe('connection_reset');
  });

  it('connection_reset, when the answer ends within its headers', async () => {
    const port = await rawOrigin((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconte')));
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe('connection_reset');
  });

  it('protocol_error', async () => {
    const port = await rawOrigin((socket) => socket.end('220 smtp.example ready\r\n'));
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe('protocol_error');
    const wide = await rawOrigin((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\na: ${'a'.repeat(100_000)}`)),
    );
    expect(await reasonOf(`http://127.0.0.1:${wide}/`)).toBe('protocol_error');
  });

  it('tls_error, when the port does not speak TLS or the handshake is refused', async () => {
    const port = await rawOrigin((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await reasonOf(`https://127.0.0.1:${port}/`)).toBe('tls_error');
  });

  it('timeout, when the headers or the TLS handshake do not come', async () => {
    const port = await rawOrigin(() => undefined);
    expect(await reasonOf(`http://127.0.0.1:${port}/`, {}, { headersTimeoutMs: 100 })).toBe('timeout');
    expect(await reasonOf(`https://127.0.0.1:${port}/`, { connectTimeoutMs: 100 })).toBe('timeout');
  });

  it('dns_error, when a name has no address, its look-up fails or lasts too long', async () => {
    expect(await reasonOf('http://a.example/', { resolve: async () => [] })).toBe('dns_error');
    expect(await reasonOf('http://a.example/', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toBe(
      'dns_error',
    );
    expect(
      await reasonOf('http://a.example/', { resolve: () => new Promise(() => undefined), connectTimeoutMs: 50 }),
    ).toBe('dns_error');
  });

  it('invalid_url and blocked_address', async () => {
    expect(await reasonOf('ftp://127.0.0.1/')).toBe('invalid_url');
    expect(await reasonOf('http://10.0.0.1/')).toBe('blocked_address');
  });

  it('aborted, when close ends a request', async () => {
    const port = await rawOrigin(() => undefined);
    const { request, close } = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
    const waiting = request(`http://127.0.0.1:${port}/`);
    const closed = close();
    await expect(waiting).rejects.toMatchObject({ reason: 'aborted' });
    await closed;
  });

  it('never shows what a name resolved to', async () => {
    const { port, close } = await startOrigin(reply);
    await close();
    const resolve = async (): Promise<string[]> => ['127.0.0.77'];
    for (const allow of ['', '127.0.0.0/8']) {
      const failed = safeFetch(allow, { resolve }).request(`http://a.example:${port}/`);
      await expect(failed).rejects.toMatchObject({ message: expect.not.stringContaining('127.0.0.77') });
    }
  });
});
