import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** The number of tasks that may be under way at the same time. */
  readonly concurrency: number;
  /** So many are begun a second, evenly; without it each as soon as there is room. */
  readonly perSecond?: number | undefined;
}

/** Does `work` `count` times at that pace. @returns the results in starting order; rejects with the first failure */
export async function inLanes<T>(
  count: number,
  { concurrency, perSecond }: Pace,
  work: () => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const beganAtMs = performance.now();
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) {
      const turn = begun;
      begun += 1;
      if (perSecond !== undefined) await sleep(Math.ceil(beganAtMs + (turn * 1000) / perSecond - performance.now()));
      results[turn] = await work();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}
