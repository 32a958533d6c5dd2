import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Call } from '../../platforms/Publisher';
import { jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';

/** For this long a call that changes something belongs to its job alone. */
const leaseMs = () => paced(30_000);
/** The call ends this long before its lease, so that nobody who waits for the lease can meet it. */
const marginMs = () => paced(5_000);

/**
 * A call that changes the post. A row with a lease is written before it: one that is paused in it cannot act when the
 * lease is over, and no other call of the job is made before.
 */
export async function underLease<T>(
  { deps, job, access, assignment: { payload } }: PostInHand,
  step: 'stage' | 'publish',
  work: (call: Call) => Promise<T>,
): Promise<{ attemptId: number; answer: T }> {
  const { assignmentId, generation } = job;
  const notAfterMs = performance.now() + leaseMs() - marginMs();
  const attemptId = await PublishAttempt.begin({
    assignmentId,
    generation,
    step,
    payload,
    leaseSeconds: leaseMs() / 1000,
  });
  if (attemptId === null) throw jobHasMovedOn();
  try {
    return { attemptId, answer: await access.call(work, { notAfterMs }) };
  } catch (error) {
    if (hasNotHappened(error)) await PublishAttempt.refute(attemptId);
    else
      await PublishAttempt.leaveLease(attemptId).catch((cause: unknown) =>
        deps.logger.warn({ err: cause, attemptId }, 'a lease was not left; it runs out'),
      );
    failpoint('attempt.failed');
    throw error;
  }
}

/** Nothing happened, for certain. All else leaves the outcome open. */
function hasNotHappened(error: unknown): boolean {
  return error instanceof PublishFailure && error.isRefusal;
}
