import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { pino } from 'pino';
import { createHttpServer } from '../../api/server/createHttpServer';
import { listen, portOf } from '../../lib/internalServer';
import { createServerEnd } from '../../lib/serverEnd';
import type { ServerEnd } from '../../lib/serverEnd';
import { testPace } from '../support/jest/pace';
import { until } from '../support/until';
import { useStopping } from '../support/use';

/** Longer than any test waits: this limit cuts no request of a test. */
const neverMs = 3_600_000;
const stopping = useStopping();
let [server, end]: [Server?, ServerEnd?] = [];
/** The answers under way, by path; the answer to `/quick` is made at once, the head of the answer to `/begun`, too. */
const making = new Map<string, ServerResponse>();
const done: string[] = [];

beforeEach(async () => {
  making.clear();
  done.length = 0;
  server = createHttpServer(
    (request, response) => {
      const path = request.url!;
      making.set(path, response);
      if (path === '/quick') response.end('quick');
      if (path.startsWith('/begun')) response.write('begun ');
      if (request.method === 'POST') request.resume().once('end', () => response.end(`whole ${path}`));
      response.once('finish', () => void done.push(path));
    },
    pino({ enabled: false }),
  );
  end = createServerEnd(server);
  await listen(server, 0, '127.0.0.1');
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Caller {
  socket: Socket;
  text: () => string;
  isEnded: () => boolean;
}

async function open(sent: string): Promise<Caller> {
  let [text, isEnded] = ['', false];
  const socket = connect(portOf(server!), '127.0.0.1').on('error', () => undefined);
  stopping({ stop: () => socket.destroy() });
  socket.on('data', (bytes) => (text += bytes.toString())).once('close', () => (isEnded = true));
  await once(socket, 'connect');
  if (sent) socket.write(sent);
  return { socket, text: () => text, isEnded: () => isEnded };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n${body}`;
const isMaking = (path: string) => async () => until(() => making.has(path));
const areConnected = async (count: number) =>
  until(async () => new Promise((resolve) => server!.getConnections((_error, open) => resolve(open === count))));
/** The end of the server, which is not waited for yet. */
function closing() {
  let isClosed = false;
  const closed = end!.close(neverMs).then(() => (isClosed = true));
  return { closed, isClosed: () => isClosed };
}

/** Requests under way: the bytes sent, the state to wait for, the end of the work, and the last answer. */
const inFlight: Record<
  string,
  { sent: string; when: () => Promise<unknown>; finish: (caller: Caller) => void; answer: RegExp }
> = {
  'a request whose answer is made': {
    sent: get('/slow'),
    when: isMaking('/slow'),
    finish: () => making.get('/slow')!.end('slow'),
    answer: /Connection: close\r\n[^]*slow$/,
  },
  'a request behind others on a kept connection': {
    sent: get('/quick') + get('/slow'),
    when: isMaking('/slow'),
    finish: () => making.get('/slow')!.end('slow'),
    answer: /quick[^]*Connection: close\r\n[^]*slow$/,
  },
  'an answer whose head has left': {
    sent: get('/begun'),
    when: isMaking('/begun'),
    finish: () => making.get('/begun')!.end('ended'),
    answer: /keep-alive[^]*ended\r\n0\r\n\r\n$/,
  },
  'a request behind an answer whose head has left': {
    sent: get('/begun') + get('/quick'),
    when: isMaking('/begun'),
    finish: () => making.get('/begun')!.end('ended'),
    answer: /keep-alive[^]*ended\r\n0\r\n\r\nHTTP\/1.1 200[^]*Connection: close\r\n[^]*quick$/,
  },
  'a request whose body goes on arriving': {
    sent: post('/upload', 'first'),
    when: isMaking('/upload'),
    finish: ({ socket }) => socket.write('later'),
    answer: /Connection: close\r\n[^]*whole \/upload$/,
  },
  'a request whose head goes on arriving': {
    sent: get('/quick') + get('/quick').slice(0, 20),
    when: isMaking('/quick'),
    finish: ({ socket }) => socket.write(get('/quick').slice(20)),
    answer: /quick[^]*Connection: close\r\n[^]*quick$/,
  },
};

describe('a server that ends', () => {
  it.each(Object.entries(inFlight))(
    'waits for %s, and for nothing after it',
    async (_what, { sent, when, finish, answer }) => {
      const caller = await open(sent);
      await when();
      const { closed, isClosed } = closing();
      expect([caller.isEnded(), isClosed()]).toEqual([false, false]);

      finish(caller);
      await closed;
      await until(caller.isEnded);
      expect(caller.text()).toMatch(answer);
    },
  );

  it('waits for the last one of many, and ends each connection with its own answer', async () => {
    const callers = await Promise.all(['/a', '/b', '/c'].map(async (path) => open(get(path))));
    await until(() => making.size === 3);
    const { closed, isClosed } = closing();
    for (const [nth, path] of ['/b', '/a', '/c'].entries()) {
      expect(isClosed()).toBe(false);
      making.get(path)!.end(`answer ${nth}`);
      await until(() => callers[['/a', '/b', '/c'].indexOf(path)]!.isEnded());
    }
    await closed;
    for (const { text } of callers) expect(text()).toMatch(/Connection: close\r\n[^]*answer \d$/);
  });

  it('leaves undone each request behind an answer that carries Connection: close (RFC 9112 §9.6)', async () => {
    const caller = await open(get('/slow') + get('/second'));
    await isMaking('/slow')();
    const { closed } = closing();
    making.get('/slow')!.end('slow');
    await closed;
    await until(caller.isEnded);

    expect(caller.text()).toMatch(/Connection: close\r\n[^]*slow$/);
    expect([...making.keys()]).toEqual(['/slow']);
  });

  it.each(Object.entries({ 'sent nothing': '', 'had its answer': get('/quick') }))(
    'waits for no caller who has %s',
    async (_what, sent) => {
      const caller = await open(sent);
      await areConnected(1);
      await until(() => sent === '' || done.length === 1);
      await closing().closed;
      await until(caller.isEnded);
    },
  );

  it.each(Object.entries({ head: get('/slow').slice(0, 20), body: post('/upload', 'first') }))(
    'cuts a request of whose %s nothing more arrives, and answers nothing of it',
    async (_what, sent) => {
      const caller = await open(get('/quick') + sent);
      await until(() => done.includes('/quick'));
      await closing().closed;
      await until(caller.isEnded);
      expect(caller.text()).toMatch(/^HTTP\/1.1 200[^]*quick$/);
    },
  );

  it('lets a body take its time while it arrives', async () => {
    const caller = await open(post('/upload', ''));
    await isMaking('/upload')();
    const { closed } = closing();
    // Longer in all than the limit of a body that stands still.
    for (let sent = 0; sent < 10; sent += 1) {
      await new Promise((resolve) => setTimeout(resolve, 800 * testPace));
      caller.socket.write('x');
    }
    await closed;
    await until(caller.isEnded);
    expect(caller.text()).toMatch(/Connection: close\r\n[^]*whole \/upload$/);
  });

  it('takes connections until it closes, and tells each caller from the announcement on', async () => {
    const kept = await open(get('/quick'));
    await until(() => kept.text().endsWith('quick'));
    expect(kept.text()).toContain('Connection: keep-alive');
    end!.announce();
    const fresh = await open(get('/quick'));
    kept.socket.write(get('/quick'));
    for (const { isEnded } of [kept, fresh]) await until(isEnded);

    expect(kept.text()).toMatch(/keep-alive[^]*quick[^]*Connection: close\r\n[^]*quick$/);
    expect(fresh.text()).toMatch(/Connection: close\r\n[^]*quick$/);
    await closing().closed;
    expect(server!.listening).toBe(false);
  });

  it('cuts all that is left at its limit, and may be closed twice', async () => {
    const caller = await open(get('/begun'));
    await until(() => caller.text().includes('begun'));
    await end!.close(1);
    await end!.close(1);
    await until(caller.isEnded);
    expect(caller.text()).not.toMatch(/0\r\n\r\n$/);
  });
});
