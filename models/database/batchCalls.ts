import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** One statement takes at most so many calls: their parameters stay small. */
const joinedMax = 200;
/** Calls wait this long for a statement that is under way: one that hangs holds up no others. */
const waitMsMax = 1000;

/**
 * Joins calls of this process into fewer statements: what comes while one is under way goes together in the next. A call
 * that comes alone waits for nothing. Where a statement fails, all its calls do.
 * @param run takes keys, and gives as many results in their order
 */
export function batchCalls<Key, Result>(
  run: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  const runNext = async (keys: readonly Key[]): Promise<readonly Result[]> => {
    const running = run(keys);
    underWay = running.catch(() => undefined);
    return running;
  };
  const loader = new DataLoader<Key, Result>(runNext, {
    cache: false,
    maxBatchSize: joinedMax,
    batchScheduleFn: (begin) => void Promise.race([underWay, delay(waitMsMax, undefined, { ref: false })]).then(begin),
  });
  return async (key) => loader.load(key);
}
