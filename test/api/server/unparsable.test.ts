import { once } from 'node:events';
import { connect } from 'node:net';
import { useApp } from '../../support/app';
import { buildWorkspace } from '../../support/build/workspace';
import { until } from '../../support/until';

const app = useApp();

/** Sends text as it is. @returns what comes back until the connection ends */
async function send(text: string): Promise<{ status: string; headers: Map<string, string>; body: unknown }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  socket.on('error', () => undefined).write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1]!]));
  return { status, headers, body: JSON.parse(body) };
}

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
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
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
}, 30_000);

it('a body that does not come to an end gets 408', async () => {
  const { apiKey } = await buildWorkspace();
  const answer = await send(
    `POST /api/v1/assignments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a": ',
  );

  expect(answer.status).toBe('HTTP/1.1 408 Request Timeout');
  expect(answer.body).toEqual({ error: 'REQUEST_TIMEOUT', message: expect.any(String), details: {} });
}, 30_000);
