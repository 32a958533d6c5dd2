import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** How long is waited, in milliseconds. */
  limitMs?: number;
  /** What is waited for, in words that follow "never:". */
  wanted?: string;
  /** Errors of `read` count as "not yet"; the last one becomes the cause of the failure. */
  isForgiving?: boolean;
}

/** Looks follow each other in steps that grow from the first to the second, in milliseconds. */
const steps = { first: 2, last: 50 };

/**
 * Waits until `read` gives something: neither undefined, null nor false. The only waiter of the tests.
 * @param limit milliseconds, or more that the wait goes by
 * @returns what was given
 * @throws when nothing was given in time
 */
export async function until<T>(
  read: () => T | Promise<T>,
  limit: number | Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
  const { limitMs = 10_000, wanted, isForgiving = false } = typeof limit === 'number' ? { limitMs: limit } : limit;
  const deadline = performance.now() + limitMs;
  let cause: unknown;
  const look = async (): Promise<T | undefined> => {
    if (!isForgiving) return read();
    return Promise.resolve()
      .then(read)
      .catch((error: unknown) => void (cause = error));
  };
  for (let stepMs = steps.first; ; stepMs = Math.min(steps.last, stepMs * 1.5)) {
    const given = await look();
    if (given !== undefined && given !== null && given !== false) {
      return given as Exclude<T, undefined | null | false>;
    }
    if (performance.now() > deadline) throw new Error(`never: ${wanted ?? read.toString()} (${limitMs} ms)`, { cause });
    await delay(stepMs);
  }
}
