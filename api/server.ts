import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

/**
 * A server whose callers cannot hold it up: Node's own limits let a caller that sends a header a second live for 90 s.
 * A connection is kept longer than the balancer in front keeps it, so that it is never closed under a request.
 */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000, keepAliveTimeout: 65_000 },
    listener,
  );
  server.maxRequestsPerSocket = 1_000;
  return server;
}
