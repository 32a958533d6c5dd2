import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import express from 'express';
import type { Response } from 'express';
import { pino } from 'pino';
import { EventStream } from '../../../api/http/EventStream';
import { sendParts } from '../../../api/http/body/parts';
import { createHttpServer } from '../../../api/server/createHttpServer';
import { paced } from '../../../domain/pace';
import { startServer, useServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

const mebibyte = 1024 ** 2;
const silent = pino({ enabled: false });
const stopping = useStopping();

/** The requests of the listener, and the number of answers that it was making at the same time. */
const seen = { asked: 0, underWay: 0, mostUnderWay: 0 };
const listener: RequestListener = (request, response) => {
  seen.asked += 1;
  seen.underWay += 1;
  seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
  response.prependOnceListener('close', () => (seen.underWay -= 1));
  response.setHeader('X-Path', request.url!);
  response.end(request.url === '/small' ? 'small' : Buffer.alloc(mebibyte / 4));
};
const listening = createHttpServer(listener, silent, { underWayMax: 20_000 });
listening.timeout = 60_000;
const server = useServer(listening);
/** The server's ends of the connections. */
const ends = new Set<Socket>();
listening.on('connection', (socket) => {
  ends.add(socket);
  socket.once('close', () => ends.delete(socket));
});
beforeEach(async () => {
  // The clients of the test before are gone. `fetch` keeps a connection.
  await until(() => ends.size <= 1);
  Object.assign(seen, { asked: 0, underWay: 0, mostUnderWay: 0 });
});

/** A client that reads nothing until it is asked to. */
async function open({ port }: { port: number } = server): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  stopping({ stop: () => socket.destroy() });
  await once(socket, 'connect');
  return socket.pause();
}

const requests = (count: number, path: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => `GET ${path(nth)} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');

/**
 * Waits until nothing more is asked: the server, which is in this process, waits for its callers. Turns of the event loop
 * are counted, since a machine that stands still brings nothing either.
 */
async function untilItWaits(): Promise<void> {
  await until(() => seen.asked > 0);
  for (let [before, quiet] = [0, 0]; quiet < 20; await delay(5)) {
    quiet = before === seen.asked ? quiet + 1 : 0;
    before = seen.asked;
  }
}

describe('a client that pipelines requests and reads no answer', () => {
  it('has one answer in the making, and the others stay unmade', async () => {
    (await open()).write(requests(900, () => '/large'));
    await untilItWaits();

    expect(seen.mostUnderWay).toBe(1);
    // The system takes further answers before it waits for the reader.
    expect(seen.asked).toBeLessThan(100);
  });

  it('is read no further, and keeps nobody else waiting', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, async () => open()));
    await until(() => ends.size >= clients.length);
    for (const client of clients) client.write(requests(200_000, () => '/large'));
    await untilItWaits();

    // One piece from the system has some 2,000 requests; no second piece is read.
    for (const { bytesRead } of ends) expect(bytesRead).toBeLessThan(mebibyte / 4);
    expect(await (await fetch(`${server.url}/small`)).text()).toBe('small');
  });

  it('is one of many: together they have as many requests in line as the process takes, and the last ones are ended', async () => {
    const clients = await Promise.all(Array.from({ length: 40 }, async () => open()));
    await until(() => ends.size >= clients.length);
    for (const client of clients) client.write(requests(1_000, () => '/large'));

    await until(() => ends.size <= 21);
    expect(await (await fetch(`${server.url}/small`)).text()).toBe('small');
  });

  it('gets every answer, in the order of its requests, once it reads', async () => {
    const client = await open();
    client.write(requests(200, (nth) => `/large/${nth}`));
    await untilItWaits();
    const pieces: Buffer[] = [];
    client.on('data', (piece) => void pieces.push(piece));
    client.resume();
    await until(() => pieces.reduce((sum, { length }) => sum + length, 0) > (200 * mebibyte) / 4, 30_000);

    const paths = [
      ...Buffer.concat(pieces)
        .toString('latin1')
        .matchAll(/X-Path: (\S+)/g),
    ].map(([, path]) => path);
    expect(paths).toEqual(Array.from({ length: 200 }, (_, nth) => `/large/${nth}`));
  });

  it('gets an answer of ours to each of more than a thousand requests on one connection', async () => {
    const client = await open();
    let text = '';
    client.setEncoding('latin1').on('data', (piece: string) => void (text += piece));
    client.resume().write(requests(1100, () => '/small'));
    await until(() => [...text.matchAll(/^small/gm)].length === 1100 || text.includes(' 503 '), 30_000);

    expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].filter(([, status]) => status !== '200')).toEqual([]);
  });

  it('leaves none of its requests behind when it goes away', async () => {
    const client = await open();
    client.write(requests(100, () => '/large'));
    await untilItWaits();
    const { asked } = seen;
    client.destroy();

    await until(() => seen.underWay === 0);
    expect(seen.asked).toBe(asked);
  });
});

/** Reads with a pause after every so many bytes, to the end. @returns the number of bytes */
async function readSlowly(client: Socket, everyBytes: number): Promise<number> {
  let bytes = 0;
  let pausedAt = 0;
  client.on('data', ({ length }) => {
    bytes += length;
    if (bytes - pausedAt > everyBytes) {
      pausedAt = bytes;
      client.pause();
      setTimeout(() => client.resume(), 300);
    }
  });
  await once(client.resume(), 'close');
  return bytes;
}

describe('an answer', () => {
  const answerBytes = 64 * mebibyte;
  /** A server with little patience, and an answer larger than the buffers of the system. */
  const impatient = ({ makingMs = 0, bytes = answerBytes } = {}): Server => {
    const listener: RequestListener = (request, response) =>
      void request.resume().once('end', () => setTimeout(() => response.end(Buffer.alloc(bytes)), makingMs));
    const one = createHttpServer(listener, silent);
    one.timeout = 1_500;
    return one;
  };
  const connectionsOf = async (one: Server) => promisify(one.getConnections.bind(one))();
  const readAll = async (client: Socket): Promise<number> => {
    let bytes = 0;
    client.on('data', ({ length }) => (bytes += length)).resume();
    await once(client, 'close');
    return bytes;
  };

  it('that its caller does not read ends the connection', async () => {
    const one = impatient();
    const client = await open(stopping(await startServer(one)));
    client.write(requests(1, () => '/'));

    await until(async () => (await connectionsOf(one)) === 1);
    await until(async () => (await connectionsOf(one)) === 0);
    expect(await readAll(client)).toBeLessThan(answerBytes);
  });

  it('that its caller reads slowly arrives whole', async () => {
    const client = await open(stopping(await startServer(impatient())));
    client.write(requests(1, () => '/').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(await readSlowly(client, 6 * mebibyte)).toBeGreaterThan(answerBytes);
  });

  it('that takes long to make arrives', async () => {
    // A small answer: the test measures the making, not the reading speed of a busy machine.
    const { url } = stopping(await startServer(impatient({ makingMs: 3_000, bytes: 1_000 })));
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(1_000);
  });

  it('may stand still for 30 seconds', () => {
    expect(createHttpServer(() => undefined, silent).timeout).toBe(paced(30_000));
  });

  it('to a request that goes on arriving for longer than anything may stand still is made', async () => {
    const one = impatient({ bytes: 1_000 });
    const client = await open(stopping(await startServer(one)));
    let answer = '';
    client.on('data', (piece) => (answer += piece.toString('latin1'))).resume();
    client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\nConnection: close\r\n\r\n');
    for (let sent = 0; sent < 12; sent += 1) {
      await delay(one.timeout / 4);
      client.write('x');
    }
    await once(client, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('may be to a request that takes hours to arrive, as an upload does', () => {
    expect(createHttpServer(() => undefined, silent).requestTimeout).toBe(24 * 3_600_000);
  });
});

it('more unread bytes than the process can spare end the connection that has the most', async () => {
  const answer = (length: number): Buffer => Buffer.alloc(length);
  const one = createHttpServer(
    (request, response) => void response.end(answer(Number(request.url!.slice(1)))),
    silent,
    { unreadBytesMax: 40 * mebibyte },
  );
  const started = stopping(await startServer(one));
  const [small, large] = [await open(started), await open(started)];
  small.write(requests(1, () => `/${32 * mebibyte}`));
  large.write(requests(1, () => `/${96 * mebibyte}`));
  await until(async () => (await promisify(one.getConnections.bind(one))()) === 1);

  let bytes = 0;
  small.on('data', ({ length }) => (bytes += length)).resume();
  await until(() => bytes > 32 * mebibyte);
});

describe('an answer that is made while it is sent, larger than all unread bytes that the process can spare', () => {
  const part = 'x'.repeat(mebibyte / 4);
  const partsCount = 200;
  const ways: [string, (response: Response) => Promise<void>][] = [
    [
      'a file in parts',
      async (response) => sendParts(response, Readable.from(Array.from({ length: partsCount }, () => part))),
    ],
    [
      'a stream of events',
      async (response) => {
        const stream = new EventStream(response);
        for (let sent = 0; sent < partsCount; sent += 1) {
          stream.send([{ name: 'status', data: { part } }]);
          if (stream.isFull) await stream.whenRead();
        }
        stream.end();
      },
    ],
  ];

  it.each(ways)('is not ended while its caller goes on reading: %s', async (_what, answer) => {
    const app = express().get('/', async (_request, response) => answer(response));
    const one = createHttpServer(app, silent, { unreadBytesMax: mebibyte });
    const client = await open(stopping(await startServer(one)));
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    // Longer than the server tolerates unread bytes.
    expect(await readSlowly(client, 5 * mebibyte)).toBeGreaterThan(partsCount * part.length);
  });
});

it('a request beyond those that the process takes gets 503, and nothing of it is done', async () => {
  const asked: string[] = [];
  const making: ServerResponse[] = [];
  const one = createHttpServer(
    (request, response) => {
      asked.push(request.url!);
      making.push(response);
    },
    silent,
    { underWayMax: 1 },
  );
  const { url } = stopping(await startServer(one));
  const first = fetch(`${url}/first`);
  await until(() => asked.length > 0);
  const refused = await fetch(`${url}/second`);

  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await refused.json()).toEqual({ error: 'UNAVAILABLE', message: expect.any(String), details: {} });
  making[0]!.end('done');
  expect(await (await first).text()).toBe('done');
  expect(asked).toEqual(['/first']);
});
