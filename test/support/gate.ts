import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import type { TestTemporal } from './temporal';

/** A way to Temporal that a test can bar. */
export interface Gate {
  client: Client;
  /**
   * `open`: everything passes. `shut`: connections are ended. `mute`: what is sent arrives, and no answer comes back.
   */
  set: (state: 'open' | 'shut' | 'mute') => void;
  stop: () => Promise<void>;
}

export async function openGate({ address, namespace }: TestTemporal): Promise<Gate> {
  const [host = '', port = ''] = address.split(':');
  let state: 'open' | 'shut' | 'mute' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'shut') return void near.destroy();
    const far = connect(Number(port), host);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far);
    far.on('data', (bytes) => {
      if (state !== 'mute') near.write(bytes);
    });
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as { port: number };
  const connection = Connection.lazy({ address: `127.0.0.1:${own}` });
  return {
    client: new Client({ connection, namespace }),
    set: (next) => {
      state = next;
      if (state === 'shut') for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      // The connection is not closed: a call that the client still repeats would throw where nobody can catch it.
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
