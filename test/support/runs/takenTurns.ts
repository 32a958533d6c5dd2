import type { KeyedLimiter } from '../../../lib/KeyedLimiter';
import { until } from '../until';

/**
 * Takes every turn that an owner may have under way or wait for, as hanging work does.
 * @param count the number of all turns
 * @returns a function that lets the work end
 */
export async function takeTurns(limiter: KeyedLimiter, owner: string, count: number): Promise<() => Promise<void>> {
  let isOver = false;
  const ended = until(() => isOver, 600_000);
  const hanging = Promise.allSettled(Array.from({ length: count }, async () => limiter.run(owner, async () => ended)));
  return async () => {
    isOver = true;
    await hanging;
  };
}
