import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';

/** The most ids of one videos.list. */
const idsMax = 50;

/** Asks about several videos at once. Videos that YouTube does not have are missing from the answer. */
type AskMany<Seen> = (call: Call, ids: readonly string[]) => Promise<ReadonlyMap<string, Seen>>;

interface Asker<Seen> {
  call: Call;
  id: string;
  resolve: (seen: Seen | undefined) => void;
  reject: (reason: unknown) => void;
}

/** The askers of one token that wait for a common request. */
interface Waiting<Seen> {
  askers: Asker<Seen>[];
  dueMs: number;
  timer: NodeJS.Timeout;
}

/** @returns a function that looks up a video together with its channel's other videos; undefined for a missing video */
export function createLookBatch<Seen>(askMany: AskMany<Seen>): (call: Call, id: string) => Promise<Seen | undefined> {
  const byToken = new Map<string, Waiting<Seen>>();

  function send(token: string): void {
    const waiting = byToken.get(token);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    byToken.delete(token);
    void askTogether(askMany, waiting.askers);
  }

  /** Adds an asker. An asker that cannot wait takes the waiting askers along. */
  function join(asker: Asker<Seen>): void {
    const { accessToken, patienceMs = 0 } = asker.call;
    const earlier = byToken.get(accessToken);
    const askers = [...(earlier?.askers ?? []), asker];
    const dueMs = Math.min(earlier?.dueMs ?? Infinity, performance.now() + patienceMs);
    clearTimeout(earlier?.timer);
    const timer = setTimeout(() => send(accessToken), Math.max(0, dueMs - performance.now()));
    byToken.set(accessToken, { askers, dueMs, timer });
    if (patienceMs === 0 || askers.length === idsMax) send(accessToken);
  }

  function leave(asker: Asker<Seen>): void {
    const waiting = byToken.get(asker.call.accessToken);
    const askers = waiting?.askers.filter((one) => one !== asker) ?? [];
    if (!waiting || askers.length === waiting.askers.length) return;
    waiting.askers = askers;
    if (askers.length > 0) return;
    clearTimeout(waiting.timer);
    byToken.delete(asker.call.accessToken);
  }

  return async (call, id) => {
    call.signal.throwIfAborted();
    const { promise, resolve, reject } = withResolvers<Seen | undefined>();
    const asker = { call, id, resolve, reject };
    const abort = (): void => {
      leave(asker);
      reject(call.signal.reason);
    };
    call.signal.addEventListener('abort', abort, { once: true });
    join(asker);
    try {
      return await promise;
    } finally {
      call.signal.removeEventListener('abort', abort);
    }
  };
}

/**
 * One request for all askers, in the name of the newest, since its cost may be taken already. If YouTube refuses the
 * request, each asker asks alone, since one video may be the reason. Any other failure is the failure of each asker.
 */
async function askTogether<Seen>(askMany: AskMany<Seen>, askers: readonly Asker<Seen>[]): Promise<void> {
  const newest = askers.at(-1);
  if (!newest) return;
  const awaited = whileAwaited(askers.map(({ call }) => call));
  const call = { ...newest.call, signal: awaited.signal };
  try {
    const seen = await askMany(call, [...new Set(askers.map(({ id }) => id))]);
    for (const { id, resolve } of askers) resolve(seen.get(id));
  } catch (error) {
    if (askers.length > 1 && mayBeOfOne(error)) for (const asker of askers) void askTogether(askMany, [asker]);
    else for (const { reject } of askers) reject(error);
  } finally {
    awaited.forget();
  }
}

/** Tells whether a single video may be the reason of a refusal. A limit would refuse each video, too. */
function mayBeOfOne(error: unknown): boolean {
  return error instanceof PublishFailure && (error.isRefusal || error.isUnfamiliar) && !error.rateLimited;
}

/** A signal that ends when every call has given up. `forget` takes its listeners from the signals of the calls. */
function whileAwaited(calls: readonly Call[]): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  let awaited = calls.length;
  const giveUp = (): void => {
    awaited -= 1;
    if (awaited === 0) controller.abort(new Error('nobody waits for the answer'));
  };
  for (const { signal } of calls) {
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  }
  return {
    signal: controller.signal,
    forget: () => {
      for (const { signal } of calls) signal.removeEventListener('abort', giveUp);
    },
  };
}

/** Promise.withResolvers, which Node 20 does not have. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
