import type { IncomingHttpHeaders, Server } from 'node:http';
import { z } from 'zod';
import { serve } from '../serve';
import { isSigned } from './signatures';

/** One webhook whose signatures were both good. Times are milliseconds since 1970. */
export interface Arrival {
  /** The `webhook-id`. */
  readonly id: string;
  readonly assignmentId: string;
  /** The time in the body, at which its event happened. */
  readonly dueMs: number;
  /** When the signatures had been checked. */
  readonly arrivedMs: number;
  readonly bodyBytes: number;
}

const Run = z.object({ secret: z.string() });
const Event = z.object({ assignmentId: z.string(), timestamp: z.iso.datetime() });

/**
 * The receiver to which both arms post. It checks the signatures and notes each arrival. As Google it refuses every
 * grant as revoked, so that an assignment ends as soon as it is asked for and no transfer is at work beside its webhook.
 *
 *   PUT  /run      begins a run, which takes in all that follows: {secret}
 *   GET  /run      the webhooks that have arrived in it
 *   POST /hooks    204, or 401 for a bad signature
 *   POST /hanging  no answer from POST /hold until POST /release; 204 otherwise
 */
export function createReceiver(): Server {
  const run = { secret: '', arrivals: new Array<Arrival>(), refusedCount: 0 };
  const take = (body: string, headers: IncomingHttpHeaders): Arrival | undefined => {
    if (!isSigned(headers, body, run.secret)) return undefined;
    const arrivedMs = Date.now();
    const { assignmentId, timestamp } = Event.parse(JSON.parse(body));
    const id = String(headers['webhook-id']);
    return { id, assignmentId, dueMs: Date.parse(timestamp), arrivedMs, bodyBytes: Buffer.byteLength(body) };
  };
  const hanging = { isHolding: false, waiting: new Array<() => void>() };
  return serve({
    'POST /hold': () => {
      hanging.isHolding = true;
      return { status: 200, body: {} };
    },
    'POST /release': () => {
      hanging.isHolding = false;
      for (const letGo of hanging.waiting.splice(0)) letGo();
      return { status: 200, body: {} };
    },
    'POST /hanging': async () => {
      if (hanging.isHolding) await new Promise<void>((resolve) => hanging.waiting.push(resolve));
      return { status: 204 };
    },
    'PUT /run': (body) => {
      Object.assign(run, { ...Run.parse(JSON.parse(body)), arrivals: [], refusedCount: 0 });
      return { status: 200, body: {} };
    },
    'GET /run': () => ({ status: 200, body: { arrivals: run.arrivals, refusedCount: run.refusedCount } }),
    'POST /hooks': (body, headers) => {
      const arrival = take(body, headers);
      if (arrival) run.arrivals.push(arrival);
      else run.refusedCount += 1;
      return { status: arrival ? 204 : 401 };
    },
    'GET /youtube/v3/channels': () => ({ status: 200, body: { items: [channel] } }),
    'POST /token': () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been revoked.' },
    }),
  });
}

const channel = { id: 'UCbench0000000000000000', snippet: { title: 'Bench' } };
