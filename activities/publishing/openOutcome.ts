import { PublishFailure } from '../../domain/PublishFailure';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Platform } from '../../platforms/Platform';
import type { PostInHand } from './post';

/**
 * A try that ends while a publishing call has no known outcome ends with that, whatever else failed: a caller who reads
 * only the other fault would publish the post a second time.
 * @throws PublishFailure `OUTCOME_UNKNOWN`, as transient as the fault; what `work` throws where no outcome is open
 */
export async function tellingOfOpenOutcome<T>({ job, platform }: PostInHand, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFault = error instanceof PublishFailure && error.code !== 'OUTCOME_UNKNOWN';
    if (!isFault || !(await PublishAttempt.isOpenOfRun(job))) throw error;
    throw asUnknown(platform, error);
  }
}

function asUnknown({ name }: Platform, fault: PublishFailure): PublishFailure {
  const { transient, isUnfamiliar, retryAfterMs } = fault;
  const message = `${name} may have published the post, and has not said whether it did. Look at the channel; retry asks again. ${fault.message}`;
  return new PublishFailure('OUTCOME_UNKNOWN', message, {
    transient,
    isUnfamiliar,
    cause: fault,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
