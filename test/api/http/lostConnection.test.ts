import express from 'express';
import type { Express, Request } from 'express';
import { pino } from 'pino';
import { QueryTypes } from 'sequelize';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { answerErrors } from '../../../api/http/answerErrors';
import type { Transaction } from '../../../models/database/transaction';
import { openDatabase } from '../../../models/openDatabase';
import { useDatabase } from '../../support/servers/database';
import { startServer, useServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

/** Does its work in a transaction whose connection is lost before the statement that is asked for. */
async function loseConnection(statement: string): Promise<void> {
  const { sequelize } = database;
  await sequelize.transaction(async (transaction: Transaction) => {
    const [session] = await sequelize.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', {
      type: QueryTypes.SELECT,
      transaction,
    });
    await database.query('SELECT pg_terminate_backend($1)', [session?.pid]);
    const rest = 'SELECT 1 FROM pg_stat_activity WHERE pid = $1';
    await until(async () => (await database.query(rest, [session?.pid])).length === 0);
    await sequelize.query(statement, { transaction });
  });
}

const database = useDatabase();
const stopping = useStopping();
const server = useServer(
  answering('/:statement', async (request) => loseConnection(String(request.params['statement']))),
);

/** Does the work of a request, and answers its errors as the API does. */
function answering(path: string, work: (request: Request) => Promise<unknown>): Express {
  const app = express();
  app.get(path, work);
  app.use(answerErrors(pino({ enabled: false })) as express.ErrorRequestHandler);
  return app;
}

it('a connection to the database that is lost between two statements is no fault of ours: 503, and when to try again', async () => {
  const response = await fetch(`${server.url}/${encodeURIComponent('SELECT 1')}`);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toEqual({ error: 'UNAVAILABLE', message: expect.any(String), details: {} });
});

it.each(['Client has encountered a connection error and is not queryable', 'Connection terminated unexpectedly'])(
  'nor is one that is lost while it is opened, which the driver tells in words: %s',
  async (words) => {
    const { url } = stopping(await startServer(answering('/', async () => Promise.reject(new Error(words)))));
    expect((await fetch(url)).status).toBe(503);
  },
);

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const fatal = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
/** PostgreSQL's protocol, "Message Formats". */
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('server_version\x0017.0\0')),
  message('Z', Buffer.from('I')),
]);
const end = message('E', Buffer.from(fatal));

/** The failure of a query at a server that welcomes a connection and then behaves so. */
async function failureWith(behave: (socket: Socket) => void): Promise<unknown> {
  const server = createServer((socket) => void socket.once('data', () => behave(socket)));
  const { port } = stopping(await startServer(server));
  const url = `postgres://somebody@127.0.0.1:${port}/database`;
  const sequelize = openDatabase({ url, poolSize: 1, logger: pino({ enabled: false }) });
  const failure = await sequelize.query('SELECT 1').then(
    () => undefined,
    (error: unknown) => error,
  );
  await sequelize.close();
  return failure;
}

describe('a connection that PostgreSQL ends while it is opened fails its query, and nothing else; callers receive 503', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['in the packet that welcomes it', (socket) => socket.end(Buffer.concat([welcome, end]))],
    ['when it is asked for the first time', (socket) => socket.once('data', () => socket.end(end)).write(welcome)],
    ['without a word', (socket) => socket.once('data', () => socket.end()).write(welcome)],
  ])('%s', async (_when, behave) => {
    const failure = await failureWith(behave);
    expect(failure).toBeInstanceOf(Error);
    const { url } = stopping(await startServer(answering('/', async () => Promise.reject(failure))));
    expect((await fetch(url)).status).toBe(503);
  });
});
