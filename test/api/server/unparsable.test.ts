import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { paced } from '../../../domain/pace';
import { useApp } from '../../support/callers/app';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import { buildCaller } from '../../support/callers/caller';
import { until } from '../../support/until';

const app = useApp();

/** Sends text as it is. @returns the answer until the connection ends */
async function send(text: string, opened: (socket: Socket) => void = () => undefined) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  opened(socket);
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  socket.on('error', () => undefined).write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1]!]));
  return { status, headers, body: JSON.parse(body) as unknown };
}

/** The headers of an answer that no browser should render, as all other answers have them. */
const safe = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

it.each([
  ['no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  ['a method that is none', 'G<T / HTTP/1.1\r\nHost: x\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  [
    'two lengths',
    'POST /api/v1/assignments HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    '400 Bad Request',
    'VALIDATION_ERROR',
  ],
  [
    'a length and pieces',
    'POST /api/v1/assignments HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400 Bad Request',
    'VALIDATION_ERROR',
  ],
  ['no Host', 'GET /api/v1/health HTTP/1.1\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 Bad Request', 'VALIDATION_ERROR'],
  [
    'headers of 20 KiB',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
  ],
])('a request with %s gets the standard body and an id, and the log a line', async (_what, text, status, error) => {
  app.forget();
  const answer = await send(text);

  expect(answer.status).toBe(`HTTP/1.1 ${status}`);
  expect(answer.body).toEqual({ error, message: expect.any(String), details: {} });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  for (const [name, value] of Object.entries(safe)) expect([name, answer.headers.get(name)]).toEqual([name, value]);
  expect(answer.headers.get('connection')).toBe('close');
  await until(() => app.log.length > 0);
  expect(app.log).toEqual([
    expect.objectContaining({ requestId: answer.headers.get('x-request-id'), status: Number(status.slice(0, 3)) }),
  ]);
});

it('headers that do not come to an end get 408', async () => {
  const answer = await send('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n');

  expect(answer.status).toBe('HTTP/1.1 408 Request Timeout');
  expect(answer.body).toEqual({ error: 'REQUEST_TIMEOUT', message: expect.any(String), details: {} });
});

it('TRACE gets 405, and nothing of it is repeated', async () => {
  const answer = await send('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: secret=1\r\n\r\n');

  expect(answer.status).toBe('HTTP/1.1 405 Method Not Allowed');
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});

it('an expectation that the service does not know is ignored', async () => {
  const answer = await send('GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: x\r\n\r\n');

  expect(answer.status).toBe('HTTP/1.1 200 OK');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

describe('a body', () => {
  /** A request with a credential, up to its last headers. */
  const headOf = async (request: string): Promise<string> => {
    const { apiKey } = await buildWorkspace();
    const path = request.startsWith('PATCH') ? `/assignments/${uuidv7()}` : '/assignments';
    return `${request} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`;
  };

  it('that does not come to an end gets 408', async () => {
    const answer = await send(`${await headOf('POST')}Content-Length: 100\r\n\r\n{"a": `);

    expect(answer.status).toBe('HTTP/1.1 408 Request Timeout');
    expect(answer.body).toEqual({ error: 'REQUEST_TIMEOUT', message: expect.any(String), details: {} });
  });

  it('that has come while the process stood still is read', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let socket!: Socket;
    const begin = `${await headOf('POST')}Connection: close\r\nContent-Length: 2\r\n\r\n{`;
    const answer = send(begin, (opened) => (socket = opened));
    const [tooLate] = await until(() => timers.mock.calls.find(([, ms]) => ms === paced(20_000)));
    timers.mockRestore();
    // After a standstill a timer runs out before the received bytes are read.
    setTimeout(() => {
      socket.write('}');
      tooLate();
    }, 1);

    expect((await answer).status).toBe('HTTP/1.1 400 Bad Request');
  });

  it.each([
    ['in pieces without a length', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['in pieces, of which the second has no length', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n'],
  ])('%s gets 400 and an id', async (_what, rest) => {
    const answer = await send((await headOf('POST')) + rest);

    expect(answer.status).toBe('HTTP/1.1 400 Bad Request');
    expect(answer.body).toEqual({ error: 'VALIDATION_ERROR', message: expect.any(String), details: {} });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['is announced', 'Content-Length: 200000000\r\n\r\n{'],
    ['comes', `Transfer-Encoding: chunked\r\n\r\n200000\r\n${' '.repeat(0x200000)}\r\n`],
  ])('of more than 1 MiB gets 413 as soon as it %s', async (_when, rest) => {
    const answer = await send(`${await headOf('POST')}Connection: close\r\n${rest}`);

    expect(answer.status).toBe('HTTP/1.1 413 Payload Too Large');
    expect(answer.body).toEqual({ error: 'PAYLOAD_TOO_LARGE', message: expect.any(String), details: {} });
  });

  it.each(['POST', 'PATCH'])('of no bytes that comes in pieces is none to %s', async (method) => {
    const head = await headOf(method);
    const answer = await send(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);

    expect(answer.status).toBe('HTTP/1.1 400 Bad Request');
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR', details: { body: ['is required'] } });
  });

  it('that is longer than it says does not keep its answer away', async () => {
    const caller = await buildCaller(app);
    const body = JSON.stringify(videoBody(caller.connectionId));
    const answer = await send(
      `POST /api/v1/assignments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.apiKey}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}]}`,
    );

    expect(answer.status).toBe('HTTP/1.1 201 Created');
    expect(answer.body).toMatchObject({ status: 'pending' });
    expect(answer.headers.get('connection')).toBe('close');
  });
});

it('a request before one that cannot be read is answered', async () => {
  const { apiKey } = await buildWorkspace();
  const answer = await send(
    `GET /api/v1/connections HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\nG<T / HTTP/1.1\r\n\r\n`,
  );

  expect(answer.status).toBe('HTTP/1.1 200 OK');
  expect(answer.headers.get('connection')).toBe('close');
});
