import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { failpoint } from '../lib/failpoint';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { OutboxEntry, outboxChannel } from '../models/OutboxEntry';
import type { Dispatcher } from './dispatch';

/** The relay looks for entries this often, and whenever PostgreSQL notifies. */
const turnMs = 1000;
const batchSize = 32;
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
  const bell = new EventEmitter();
  const listener = listen(deps, () => bell.emit('ring'));
  const running = run(deps, bell, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      bell.emit('ring');
      await listener.stop();
      await running;
    },
  };
}

async function run(deps: RelayDeps, bell: EventEmitter, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await takeTurns(deps, signal);
    if (!signal.aborted) await nextRing(bell);
  }
}

/**
 * The timer rings the bell itself: a time-out among the sources of `AbortSignal.any` is garbage to Node 20, which
 * collects it, and then it never comes.
 */
async function nextRing(bell: EventEmitter): Promise<void> {
  const timer = setTimeout(() => bell.emit('ring'), turnMs);
  await once(bell, 'ring');
  clearTimeout(timer);
}

async function takeTurns(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted && (await takeTurn(deps)) === batchSize);
  } catch (error) {
    deps.logger.warn({ err: error }, 'the relay could not read the outbox; it tries again');
  }
}

/** @returns how many entries were taken */
async function takeTurn({ dispatcher, metrics }: RelayDeps): Promise<number> {
  metrics.outboxOldestSeconds.set(await OutboxEntry.oldestDueSeconds());
  if (dispatcher.isPaused()) return 0;
  const ids = await OutboxEntry.claimDue(batchSize);
  if (ids.length > 0) failpoint('relay.claimed');
  await Promise.all(ids.map(dispatcher.dispatch));
  return ids.length;
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
