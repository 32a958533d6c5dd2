import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { pino } from 'pino';
import { openDatabase } from '../../models/database';
import { until } from '../support/until';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const fatal = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
/** PostgreSQL's protocol, "Message Formats": welcome, ready, and the end, all in one packet. */
const welcomeAndEnd = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('server_version\x0017.0\0')),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from(fatal)),
]);

let server: Server;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.once('data', () => socket.end(welcomeAndEnd)).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await until(() => server.listening);
});
afterAll(() => server.close());

it('a connection that PostgreSQL ends in the moment in which it opens fails its query, and nothing else', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `postgres://somebody@127.0.0.1:${port}/database`;
  const sequelize = openDatabase({ url, poolSize: 1, logger: pino({ enabled: false }) });
  await expect(sequelize.query('SELECT 1')).rejects.toThrow(/terminat|not queryable|connection/i);
  await sequelize.close();
});
