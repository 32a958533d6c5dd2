import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startServer } from './server';
import { useEach } from '../use';

/** One request that a receiver has taken. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  body: string;
  /** When it was there as a whole (`performance.now()`). */
  atMs: number;
}

/** The behaviour of a receiver at its n-th request, from 1. It may answer, or use the socket as it likes. */
export type Behaviour = (response: ServerResponse, nth: number) => void;

export interface WebhookReceiver {
  url: string;
  port: number;
  received: Received[];
  /** The bodies as JSON. */
  events: () => Record<string, unknown>[];
  /** Requests without an answer whose connection still stands. */
  open: () => number;
  /** From now on. */
  behave: (behaviour: Behaviour) => void;
  /** Answers everything that hangs, and from now on at once. */
  release: (status?: number) => void;
  stop: () => Promise<void>;
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const hang: Behaviour = () => undefined;

/** Ends the connection with a TCP reset. */
export const reset: Behaviour = (response) => void response.socket?.resetAndDestroy();

/** Fails so many times, then answers 200. */
export const failing =
  (times: number, status = 500): Behaviour =>
  (response, nth) =>
    answer(nth <= times ? status : 200)(response, nth);

/** A receiver of webhooks on a random port of 127.0.0.1; it answers 200 by default. */
export async function startReceiver(first: Behaviour = answer(200)): Promise<WebhookReceiver> {
  let behaviour = first;
  const received: Received[] = [];
  const open = new Set<ServerResponse>();
  const { url, port, stop } = await startServer((request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      const nth = received.push({ method, path, headers, body, atMs: performance.now() });
      behaviour(response, nth);
    });
  });
  return {
    url: `${url}/hooks`,
    port,
    received,
    events: () => received.map(({ body }) => JSON.parse(body)),
    open: () => open.size,
    behave: (next) => (behaviour = next),
    release: (status = 200) => {
      behaviour = answer(status);
      for (const response of open) behaviour(response, 0);
    },
    stop,
  };
}

/** A receiver of webhooks, another one for each test around the call. */
export function useReceiver(...options: Parameters<typeof startReceiver>): WebhookReceiver {
  return useEach(async () => startReceiver(...options));
}
