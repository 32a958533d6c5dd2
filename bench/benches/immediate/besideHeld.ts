import { setTimeout as sleep } from 'node:timers/promises';
import type { SlowSource } from '../../baseline/fairness/startSlowSource';
import { historyLengths } from '../../measure/historyLengths';
import type { Publisher } from '../../service/publisher';

/** A host is slow from three seconds on. */
const heldMs = 4000;

/**
 * Runs the work while the host sends one medium slowly. Meanwhile the service publishes all posts with media of this host by
 * regular activities.
 * @param inTask the number of events in the history of a post that needs no activity of its own
 * @throws Error when the latest posts needed none
 */
export async function besideHeld<T>(
  { service, askHeld, untilPublished }: Publisher,
  source: SlowSource,
  inTask: number,
  work: () => Promise<T>,
): Promise<T> {
  await source.hold();
  const count = await askHeld(source.mediaUrl);
  await sleep(heldMs);
  const done = await work();
  const lengths = await historyLengths(service, 'publishAssignment', 2);
  if (lengths.some((length) => length <= inTask)) throw new Error(`histories of ${lengths.join(', ')} events`);
  await source.release();
  count();
  await untilPublished([]);
  return done;
}
