import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { use } from '../use';

export interface TestServer {
  port: number;
  url: string;
  /** Ends its connections, too. */
  stop: () => Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Lets a server, or a web server that answers so, listen on a random port of 127.0.0.1. */
export async function startServer(given: Answer | Server): Promise<TestServer> {
  const server =
    typeof given === 'function' ? createServer((request, response) => void given(request, response)) : given;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** An address of 127.0.0.1 where no server listens any more. */
export async function closedUrl(): Promise<string> {
  const { url, stop } = await startServer(() => undefined);
  await stop();
  return url;
}

/** A server for the tests around the call. */
export function useServer(given: Parameters<typeof startServer>[0]): TestServer {
  return use(async () => startServer(given));
}
