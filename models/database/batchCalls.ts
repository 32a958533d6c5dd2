import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** The most calls that one statement takes, so that its parameters stay small. */
const joinedMax = 200;
/** The longest wait of calls for a statement that is under way: a hanging statement holds up no other calls. */
const waitMsMax = 1000;

/**
 * Joins calls of this process into fewer statements: the calls that come while a statement is under way go together in
 * the next statement. A single call waits for nothing. If a statement fails, all its calls fail.
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
