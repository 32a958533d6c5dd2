import { PublishFailure } from '../../domain/PublishFailure';
import type { FailureWords } from '../../domain/PublishFailure';
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

/** The words for a call that may have published the post. @param seen the last thing that was seen of it, in sentences */
export function mayBePublic(platform: string, seen: string): FailureWords {
  return {
    seen: `${platform} may have published the post, and has not said whether it did. ${seen}`,
    todo: 'Look at the channel; retry asks again.',
  };
}

function asUnknown({ name }: Platform, fault: PublishFailure): PublishFailure {
  const { transient, isUnfamiliar, retryAfterMs, message } = fault;
  return new PublishFailure('OUTCOME_UNKNOWN', mayBePublic(name, message), {
    transient,
    isUnfamiliar,
    cause: fault,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
