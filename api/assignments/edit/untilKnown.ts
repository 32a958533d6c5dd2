import { setTimeout as delay } from 'node:timers/promises';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { paced } from '../../../domain/pace';

/** Pauses before the next look at the outcome of a call. */
const pausesMs = [500, 1500, 3000];

/**
 * Changes a post. After a call without an answer it looks, and repeats the change where the platform does not show it.
 * @param change reads before it changes, so that a repeat is also the look
 * @throws the failure of the first call without an answer, where its outcome stays unknown: a later refusal does not tell it
 */
export async function untilKnown(signal: AbortSignal, change: () => Promise<void>): Promise<void> {
  let unanswered: unknown;
  for (let nth = 0; ; nth += 1) {
    try {
      return await change();
    } catch (error) {
      const pauseMs = pausesMs[nth];
      if (!mayHaveHappened(error) || pauseMs === undefined) throw unanswered ?? error;
      unanswered ??= error;
      await delay(paced(pauseMs), undefined, { signal });
    }
  }
}

function mayHaveHappened(error: unknown): boolean {
  return error instanceof PublishFailure && !error.isRefusal && !error.isUnfamiliar;
}
