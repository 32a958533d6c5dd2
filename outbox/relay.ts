import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { listen } from '../lib/listen';
import { OutboxEntry } from '../models/outbox/OutboxEntry';
import { outboxChannel, placesChannel } from '../models/outbox/places';
import type { Dispatcher } from './dispatch';

const turnMsDefault = 1000;
const reconnectMs = 5000;

interface RelayDeps {
  dispatcher: Dispatcher;
  databaseUrl: string;
  /** The channels that wake it; all if left out. */
  channels?: readonly string[];
  /** It looks for entries this often, a second if left out, and whenever PostgreSQL notifies or a dispatch has ended. */
  turnMs?: number;
  logger: Logger;
  metrics: Metrics;
}

export interface Relay {
  stop: () => Promise<void>;
}

/**
 * Dispatches the entries that were not dispatched: by a process that died after its commit, while Temporal was down, or
 * while their workspace had no place free.
 */
export function startRelay(deps: RelayDeps): Relay {
  const stopping = new AbortController();
  const bell = createBell();
  // Until a lost connection is made again, the relay's own turns do.
  const listener = listen({
    ...deps,
    name: 'content-delivery-relay',
    channels: deps.channels ?? [outboxChannel, placesChannel],
    reconnectMs,
    onNotice: bell.ring,
  });
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
  const { turnMs = turnMsDefault } = deps;
  let measuredAtMs = -Infinity;
  while (!signal.aborted) {
    try {
      if (performance.now() - measuredAtMs >= turnMs) {
        measuredAtMs = performance.now();
        await measure(deps);
      }
      await takeTurn(deps, bell);
    } catch (error) {
      deps.logger.warn({ err: error }, 'the relay could not read the outbox; it tries again');
    }
    if (!signal.aborted) await bell.nextRing(turnMs);
  }
}

async function measure({ metrics }: RelayDeps): Promise<void> {
  const due = new Map((await OutboxEntry.due()).map((entries) => [entries.line, entries]));
  for (const line of ['none', 'publish', 'webhook']) {
    metrics.outboxDue.set({ line }, due.get(line)?.count ?? 0);
    metrics.outboxOldestSeconds.set({ line }, due.get(line)?.oldestSeconds ?? 0);
  }
}

/**
 * Takes as many entries as there is room for. Where more may wait, the bell rings as each is dispatched: there is room again.
 */
async function takeTurn({ dispatcher }: RelayDeps, bell: Bell): Promise<void> {
  const room = dispatcher.room();
  if (room === 0) return;
  const ids = await OutboxEntry.claimDue(room);
  const isMore = ids.length === room;
  for (const id of ids) void dispatcher.dispatch(id).then(() => isMore && bell.ring());
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
        // The timer holds its waiting promise: a time-out among the sources of `AbortSignal.any` is garbage to Node 20.
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
