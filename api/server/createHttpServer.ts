import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { paced } from '../../domain/pace';
import type { Logger } from '../../lib/logger';
import { pipelining } from './pipelining';
import { answerUnparsable } from './answerUnparsable';
import { endUnread } from './endUnread';
import { createRefuse } from './refuse';

/** A connection on which no byte moves for so long, in either direction, is ended. A stream that progresses goes on. */
const standstillMs = 30_000;
/** Node's own limit lets a caller that sends a header a second live for 90 s. */
const headersMs = 10_000;
/** An upload may take its time: `readParts` limits the bodies that it reads itself. */
const requestMs = 24 * 3_600_000;

/** Limits; an absent limit has the value of the server's parts. */
interface Limits {
  /** Bytes of the answers on all connections that wait for callers to read them. */
  unreadBytesMax?: number;
  /** Requests that have no answer yet, on all connections. */
  underWayMax?: number;
}

/**
 * A server whose callers cannot hold it up. A connection has one answer in the making, so that a caller that pipelines
 * requests without reading costs at most one answer. A connection is kept longer than the balancer in front keeps it,
 * so that it is never closed under a request. It may have any number of requests: beyond a maximum, Node answers 503
 * without a body to each request sent before the caller knew, and to all where an answer says keep-alive itself.
 */
export function createHttpServer(listener: RequestListener, logger: Logger, limits: Limits = {}): Server {
  const refuse = createRefuse(logger);
  const { listener: inTurn, isAnswering, isWaiting, breakOff } = pipelining(listener, refuse, limits.underWayMax);
  const server = createServer(
    {
      headersTimeout: paced(headersMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    inTurn,
  );
  server.setTimeout(paced(standstillMs), (socket) => {
    // An answer in the making may take its time. Bytes to send, and a caller that has more to send, may not.
    if (socket.writableLength > 0 || !isAnswering(socket) || isWaiting(socket)) socket.destroy();
  });
  const unparsable = answerUnparsable(refuse, breakOff);
  server.on('clientError', unparsable);
  // A server may ignore expectations that it does not know (RFC 9110 §10.1.1). Node would answer without a body.
  server.on('checkExpectation', inTurn);
  server.on('connect', ({ socket }) => {
    // Node has let go of the connection.
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    unparsable({ code: 'CONNECT' }, socket.resume());
  });
  endUnread(server, limits.unreadBytesMax);
  return server;
}
