import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { paced } from '../domain/pace';

/** After the server was closed, a request of which nothing more arrives for so long is cut. */
const standstillMs = 5_000;
const lookMs = 100;

/** Ends a server without cutting an answer that it makes. */
export interface ServerEnd {
  /** From now on each answer whose head was not sent yet carries `Connection: close` (RFC 9112 §9.6). */
  announce: () => void;
  /**
   * Takes no new connection, and resolves when the last answer has left. A connection without a request ends at once. A
   * request of which nothing more arrives is cut after 5 s. Of requests that were sent one after the other without waiting,
   * the first request that gets `Connection: close` is the last request that is answered.
   * @param limitMs after which all remaining connections are cut
   */
  close: (limitMs: number) => Promise<void>;
}

/** A connection: its answers that have not left, the oldest first, and the looks since which it has brought nothing. */
interface Kept {
  readonly answers: Set<ServerResponse>;
  bytes: number;
  silentLooks: number;
}

/** The connections of one server. */
class Connections {
  readonly #kept = new Map<Socket, Kept>();
  #isAnnounced = false;
  #isClosing = false;

  add(socket: Socket): void {
    this.#kept.set(socket, { answers: new Set(), bytes: 0, silentLooks: 0 });
    socket.once('close', () => this.#kept.delete(socket));
  }

  take({ socket }: IncomingMessage, response: ServerResponse): void {
    const answers = this.#kept.get(socket)?.answers;
    answers?.add(response);
    if (this.#isAnnounced) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answers?.delete(response);
      // An answer whose head was sent before has said that the connection is kept.
      if (this.#isClosing && answers?.size === 0) socket.destroySoon();
    });
  }

  announce(): void {
    this.#isAnnounced = true;
    for (const { answers } of this.#kept.values()) {
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  close(): void {
    this.announce();
    this.#isClosing = true;
  }

  /**
   * Ends the connections that have brought nothing yet, and connections that bring no more of the request that they
   * have begun. Looks are counted, since the bytes of a pause of the process are not read yet at the next look.
   */
  cutSilent(): void {
    for (const [socket, kept] of this.#kept) {
      kept.silentLooks = socket.bytesRead > kept.bytes ? 0 : kept.silentLooks + 1;
      kept.bytes = socket.bytesRead;
      const isSilent = kept.silentLooks * lookMs >= paced(standstillMs);
      if (socket.bytesRead === 0 || (isSilent && isArriving(kept))) socket.destroy();
    }
  }
}

/** Tells whether a connection waits for its caller: for the rest of a head, or of a body that is read. */
function isArriving({ answers: [first] }: Kept): boolean {
  return !first || (!first.req.complete && first.req.readableLength === 0);
}

/** @param server that was asked nothing yet, and has its own listeners */
export function createServerEnd(server: Server): ServerEnd {
  const connections = new Connections();
  const take = connections.take.bind(connections);
  server.on('connection', (socket) => connections.add(socket));
  server.prependListener('request', take);
  if (server.listenerCount('checkExpectation') > 0) server.prependListener('checkExpectation', take);

  return {
    announce: () => connections.announce(),
    close: async (limitMs) => {
      connections.close();
      const look = setInterval(() => connections.cutSilent(), lookMs);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        connections.cutSilent();
      });
      clearInterval(look);
      clearTimeout(limit);
    },
  };
}
