import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { answerErrors } from '../../api/http/answerErrors';
import { openDatabase } from '../../models/database';
import { until } from '../support/until';

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

let server: Server;
afterEach(() => server.close());

/** What a query comes to where the server welcomes a connection and then behaves so. */
async function failureWith(behave: (socket: Socket) => void): Promise<unknown> {
  server = createServer((socket) => void socket.on('error', () => undefined).once('data', () => behave(socket)));
  server.listen(0, '127.0.0.1');
  await until(() => server.listening);
  const { port } = server.address() as AddressInfo;
  const url = `postgres://somebody@127.0.0.1:${port}/database`;
  const sequelize = openDatabase({ url, poolSize: 1, logger: pino({ enabled: false }) });
  const failure = await sequelize.query('SELECT 1').then(
    () => undefined,
    (error: unknown) => error,
  );
  await sequelize.close();
  return failure;
}

describe('a connection that PostgreSQL ends while it is opened fails its query, and nothing else; callers are told 503', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['in the packet that welcomes it', (socket) => socket.end(Buffer.concat([welcome, end]))],
    ['when it is asked for the first time', (socket) => socket.once('data', () => socket.end(end)).write(welcome)],
    ['without a word', (socket) => socket.once('data', () => socket.end()).write(welcome)],
  ])('%s', async (_when, behave) => {
    const failure = await failureWith(behave);
    expect(failure).toBeInstanceOf(Error);
    const app = express();
    app.get('/', () => Promise.reject(failure));
    app.use(answerErrors(pino({ enabled: false })) as express.ErrorRequestHandler);
    const api = app.listen(0, '127.0.0.1');
    await until(() => api.listening);
    const { port } = api.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);
    api.close();
  });
});
