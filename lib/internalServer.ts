import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { createServerEnd } from './serverEnd';

/** The time for its open answers, which are small. */
const stopMs = 5_000;

export interface InternalServer {
  port: number;
  stop: () => Promise<void>;
}

interface InternalServerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  /** Reads metrics of others, in Prometheus's text format. While they do not come, the metrics of this process are served. */
  moreMetrics?: () => Promise<string>;
  logger: Logger;
  /** The parts that are not ready, by name; an empty list means ready. */
  notReady: () => Promise<string[]>;
}

/** The operators' port: `/ready` (200, or 503 naming the missing parts) and `/metrics`. Never exposed to callers. */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const server = createServer((request, response) => {
    void answer(options, request.url ?? '/').then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  const { close } = createServerEnd(server);
  await listen(server, options.port, options.host);
  return { port: portOf(server), stop: async () => close(stopMs) };
}

/** Listens, or rejects with the reason (a port in use, say). */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

async function answer(options: InternalServerOptions, url: string): Promise<Answer> {
  const { metrics, notReady, logger } = options;
  try {
    if (url === '/metrics') {
      return { status: 200, type: metrics.registry.contentType, body: await allMetrics(options) };
    }
    if (url === '/ready') {
      const missing = await notReady();
      const body = JSON.stringify({ ready: missing.length === 0, missing });
      return { status: missing.length === 0 ? 200 : 503, type: 'application/json', body };
    }
    return { status: 404, type: 'text/plain', body: 'try /ready or /metrics\n' };
  } catch (error) {
    logger.error({ err: error, url }, 'the internal port could not answer');
    return { status: 500, type: 'text/plain', body: 'the answer could not be made; see the log\n' };
  }
}

async function allMetrics({ metrics, moreMetrics, logger }: InternalServerOptions): Promise<string> {
  const own = await metrics.registry.metrics();
  const more = await moreMetrics?.().catch((error: unknown) => {
    logger.warn({ err: error }, 'the metrics of others could not be read');
  });
  return more === undefined ? own : `${own}\n${more}`;
}
