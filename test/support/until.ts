import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** The longest wait, in milliseconds; it is `leastPatienceMs` if left out or shorter. */
  limitMs?: number;
  /** To have waited in vain is a result, and fails no test: `limitMs` may be shorter. */
  isResult?: boolean;
  /** The event that is waited for, in words that follow "never:". */
  wanted?: string;
  /** Errors of `read` count as "not yet"; the last one becomes the cause of the failure. */
  isForgiving?: boolean;
  /** The longest step between two looks, in milliseconds: long for an event that many tests await at once. */
  stepMsMax?: number;
  /** Ends the wait before its limit. */
  signal?: AbortSignal;
}

/** Nothing was given in time. */
export class OutOfPatience extends Error {}

/** Whatever is waited for, a slow machine may take so long: the wait of a test that fails is no budget. */
export const leastPatienceMs = 150_000;

/** The first step between two looks, in milliseconds; each next one is half as long again. */
const firstStepMs = 2;
/** A look and the step after it count as no more than this beyond the step: a machine that stood still has shown nothing. */
const lookMsMax = 250;

/**
 * Waits until `read` gives something: neither undefined, null nor false. The only waiter of the tests. While the machine
 * stands still, no time passes for it.
 * @param limit milliseconds, or more that the wait goes by
 * @returns the value of `read`
 * @throws {OutOfPatience} when nothing was given in time, with the last error of a `read` that may fail
 * @throws the reason of `signal` when that ends the wait
 */
export async function until<T>(
  read: () => T | Promise<T>,
  limit: number | Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
  const patience: Patience = typeof limit === 'number' ? { limitMs: limit } : limit;
  const { wanted, isForgiving = false, stepMsMax = 50, signal } = patience;
  const limitMs = patience.isResult ? patience.limitMs! : Math.max(patience.limitMs ?? 0, leastPatienceMs);
  let waitedMs = 0;
  let cause: unknown;
  const look = async (): Promise<T | undefined> => {
    if (!isForgiving) return read();
    return Promise.resolve()
      .then(read)
      .catch((error: unknown) => void (cause = error));
  };
  for (let stepMs = firstStepMs; ; stepMs = Math.min(stepMsMax, stepMs * 1.5)) {
    signal?.throwIfAborted();
    const begunAt = performance.now();
    const given = await look();
    if (given !== undefined && given !== null && given !== false) {
      return given as Exclude<T, undefined | null | false>;
    }
    if (waitedMs > limitMs) {
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      throw new OutOfPatience(`never: ${wanted ?? read.toString()} (${limitMs} ms)${reason}`, { cause });
    }
    await delay(stepMs, undefined, signal && { signal }).catch(() => undefined);
    waitedMs += Math.min(performance.now() - begunAt, stepMs + lookMsMax);
  }
}
