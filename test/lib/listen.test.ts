import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { pino } from 'pino';
import { listen } from '../../lib/listen';
import { useDatabase } from '../support/servers/database';
import { useServer } from '../support/servers/server';

const database = useDatabase();
let isMute = false;
const sockets = new Set<Socket>();
/** A way to the database on which nothing comes back once it is mute, not even an end. */
const way = useServer(
  createServer({ allowHalfOpen: true }, (near) => {
    const { hostname, port } = new URL(database.url);
    const far = connect(Number(port || 5432), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far);
    far.on('data', (bytes) => isMute || near.write(bytes));
    far.on('end', () => isMute || near.end());
  }),
);

it('stops though the database has vanished without a word', async () => {
  const databaseUrl = new URL(database.url);
  databaseUrl.host = new URL(way.url).host;
  let hasBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const listener = listen({
    databaseUrl: databaseUrl.href,
    name: 'test-listener',
    channels: ['some_channel'],
    reconnectMs: 1_000,
    logger: pino({ level: 'silent' }),
    onNotice: () => undefined,
    onListening: hasBegun,
  });
  await begun;
  isMute = true;

  await expect(listener.stop()).resolves.toBeUndefined();
  for (const socket of sockets) socket.destroy();
});
