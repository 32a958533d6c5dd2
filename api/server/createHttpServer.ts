import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { paced } from '../../domain/pace';
import type { Logger } from '../../lib/logger';
import { answerInTurn } from './answerInTurn';
import { answerUnparsable } from './answerUnparsable';
import { endUnread } from './endUnread';

/** A connection on which no byte moves for so long, in either direction, is ended. A stream that progresses goes on. */
const standstillMs = 30_000;
/** Node's own limit lets a caller that sends a header a second live for 90 s. */
const headersMs = 10_000;
/** An upload may take its time: `readParts` limits the bodies that it reads itself. */
const requestMs = 24 * 3_600_000;

/**
 * A server whose callers cannot hold it up. A connection has one answer in the making, so that a caller that pipelines
 * requests and reads none of the answers costs no more than one of them. A connection is kept longer than the balancer in
 * front keeps it, so that it is never closed under a request.
 * @param unreadBytesMax of the answers on all connections that wait for callers to read them
 */
export function createHttpServer(listener: RequestListener, logger: Logger, unreadBytesMax?: number): Server {
  const { listener: inTurn, isAnswering, isWaiting } = answerInTurn(listener);
  const server = createServer(
    {
      headersTimeout: paced(headersMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    inTurn,
  );
  server.maxRequestsPerSocket = 1_000;
  server.setTimeout(paced(standstillMs), (socket) => {
    // An answer in the making may take its time: what waits to be sent, and a caller that has more to send, may not.
    if (socket.writableLength > 0 || !isAnswering(socket) || isWaiting(socket)) socket.destroy();
  });
  server.on('clientError', answerUnparsable(logger, isAnswering));
  endUnread(server, unreadBytesMax);
  return server;
}
