import { Client } from 'pg';
import { failpoint } from '../lib/failpoint';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { OutboxEntry, outboxChannel } from '../models/OutboxEntry';
import type { Dispatcher } from './dispatch';

/** The relay looks for entries this often, and whenever PostgreSQL notifies or a dispatch has ended. */
const turnMs = 1000;
const reconnectMs = 5000;

interface RelayDeps {
  dispatcher: Dispatcher;
  databaseUrl: string;
  logger: Logger;
  metrics: Metrics;
}

export interface Relay {
  stop: () => Promise<void>;
}

/** Starts what was promised and not dispatched: by a process that died after its commit, or while Temporal was away. */
export function startRelay(deps: RelayDeps): Relay {
  const stopping = new AbortController();
  const bell = createBell();
  const listener = listen(deps, bell.ring);
  const running = run(deps, bell, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      bell.ring();
      await listener.stop();
      await running;
      await deps.dispatcher.drained();
    },
  };
}

async function run(deps: RelayDeps, bell: Bell, signal: AbortSignal): Promise<void> {
  let measuredAtMs = -Infinity;
  while (!signal.aborted) {
    try {
      if (performance.now() - measuredAtMs >= turnMs) {
        measuredAtMs = performance.now();
        deps.metrics.outboxOldestSeconds.set(await OutboxEntry.oldestDueSeconds());
      }
      await takeTurn(deps, bell);
    } catch (error) {
      deps.logger.warn({ err: error }, 'the relay could not read the outbox; it tries again');
    }
    if (!signal.aborted) await bell.nextRing(turnMs);
  }
}

/** Takes as many entries as there is room for. As each is dispatched there is room again, and the bell rings. */
async function takeTurn({ dispatcher }: RelayDeps, bell: Bell): Promise<void> {
  const room = dispatcher.room();
  if (room === 0) return;
  const ids = await OutboxEntry.claimDue(room);
  if (ids.length > 0) failpoint('relay.claimed');
  for (const id of ids) void dispatcher.dispatch(id).then(bell.ring);
}

interface Bell {
  ring: () => void;
  /** Resolves at the next ring, at once if it has rung since, and after `limitMs` at the latest. */
  nextRing: (limitMs: number) => Promise<void>;
}

function createBell(): Bell {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    nextRing: async (limitMs) => {
      let timer: NodeJS.Timeout | undefined;
      if (!hasRung) {
        // The timer holds what waits for it: a time-out among the sources of `AbortSignal.any` is garbage to Node 20.
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, limitMs);
        });
      }
      clearTimeout(timer);
      hasRung = false;
    },
  };
}

/** Calls `notice` at each notification. A lost connection is made anew; until then the relay's own turns do. */
function listen({ databaseUrl, logger }: RelayDeps, notice: () => void): Relay {
  let isStopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function connect(): void {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'content-delivery-relay',
      keepAlive: true,
    });
    client = next;
    next.on('notification', notice);
    next.on('error', (error) => logger.warn({ err: error }, 'the relay lost its listening connection'));
    next.on('end', reconnect);
    next
      .connect()
      .then(async () => next.query(`LISTEN ${outboxChannel}`))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the relay cannot listen yet');
        reconnect();
      });
  }

  function reconnect(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(connect, reconnectMs);
  }

  connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
