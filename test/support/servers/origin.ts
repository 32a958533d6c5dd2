import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Certificate } from './certificate';

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Origin {
  readonly port: number;
  readonly requests: readonly Seen[];
  /** The number of connections that were ever made. */
  readonly connections: () => number;
  /** The connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
}

interface OriginOptions {
  readonly host?: string;
  readonly port?: number;
  readonly certificate?: Certificate;
}

/** A real HTTP or HTTPS server on loopback that keeps its requests. */
export const startOrigin = async (answer: RequestListener, options: OriginOptions = {}): Promise<Origin> => {
  const requests: Seen[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      requests.push({ method, url, headers, body });
      answer(request, response);
    });
  };
  const server: Server = options.certificate ? createTlsServer(options.certificate, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
