import { paced } from '../domain/pace';
import { PublishFailure } from '../domain/PublishFailure';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import type { ChannelAccess } from '../models/channelAccess';
import { PublishAttempt } from '../models/PublishAttempt';
import type { StandingAttempt } from '../models/PublishAttempt';
import type { Assignment } from '../models/Assignment';
import type { Platform, Post, PostRef } from '../platforms/Platform';
import type { ActivityDeps } from './deps';
import { askAgain, jobHasMovedOn } from './failures';

export interface Publishing {
  assignment: Assignment;
  platform: Platform;
  access: ChannelAccess;
  post: PostRef;
}

const step = 'publish';
const leaseMs = () => paced(30_000);
/** The call ends this long before its lease, so that nobody who waits for the lease can meet it. */
const marginMs = () => paced(5_000);

/**
 * Makes the irreversible call at most once. A row with a lease is written before it and its outcome after it; whoever
 * finds a row without an outcome waits until that call can no longer be on its way, asks the platform whether it
 * happened, and repeats it only on a clear no. A call that is known to have happened is never repeated: a finished
 * activity can run again after an outage of Temporal.
 */
export async function publishOnce(deps: ActivityDeps, job: PublishJob, publishing: Publishing): Promise<Post> {
  const earlier = await PublishAttempt.standing(job.assignmentId, step);
  if (earlier) {
    const happened = await reconcile(publishing, earlier);
    if (happened) return happened;
  }
  const beganAtMs = performance.now();
  const attemptId = await PublishAttempt.begin({
    assignmentId: job.assignmentId,
    generation: job.generation,
    step,
    objectRef: publishing.post.platformPostId,
    leaseSeconds: leaseMs() / 1000,
  });
  if (attemptId === null) throw jobHasMovedOn();
  failpoint('attempt.begun');
  return carryOut(deps, publishing, attemptId, beganAtMs + leaseMs() - marginMs());
}

async function carryOut(
  { logger }: ActivityDeps,
  { access, platform, post, assignment }: Publishing,
  attemptId: number,
  notAfterMs: number,
): Promise<Post> {
  try {
    const published = await access.call(async (call) => platform.publish(call, post, assignment.payload), {
      notAfterMs,
    });
    await PublishAttempt.end(attemptId, 'happened').catch((error: unknown) => {
      logger.warn({ err: error, attemptId }, 'the outcome of a publish was not recorded; reconcile will find it');
    });
    failpoint('attempt.happened');
    return published;
  } catch (error) {
    if (isRefusal(error)) await PublishAttempt.end(attemptId, 'notHappened');
    failpoint('attempt.failed');
    throw error;
  }
}

/** @returns the post if an earlier call made it, null if it provably did not */
async function reconcile(
  { access, platform, post, assignment }: Publishing,
  earlier: StandingAttempt,
): Promise<Post | null> {
  const hasHappened = earlier.outcome === 'happened';
  const waitMs = hasHappened ? 0 : earlier.leaseLeftMs + paced(platform.settleMs);
  if (waitMs > 0) throw askAgain('AWAITING_LEASE', 'an earlier call may still be on its way', waitMs);
  const found = await access
    .call(async (call) => platform.reconcile(call, post, assignment.payload))
    .catch((error: unknown) => {
      throw asUnknown(platform, error);
    });
  if (found.kind === 'happened') {
    await PublishAttempt.end(earlier.id, 'happened');
    failpoint('attempt.foundHappened');
    return found.post;
  }
  if (hasHappened || found.kind === 'unknown') throw outcomeUnknown(platform);
  await PublishAttempt.end(earlier.id, 'notHappened');
  failpoint('attempt.foundNotHappened');
  return null;
}

function outcomeUnknown({ name }: Platform): PublishFailure {
  const message = `${name} may have published the post, but does not say so. Look at the channel; retry asks again.`;
  return new PublishFailure('OUTCOME_UNKNOWN', message, { transient: true });
}

/** Why the question failed is not why the job does: whoever is told only that would publish the post a second time. */
function asUnknown({ name }: Platform, error: unknown): unknown {
  if (!(error instanceof PublishFailure)) return error;
  const { transient, retryAfterMs, message: cause } = error;
  const message = `${name} may have published the post, and could not be asked. Look at the channel; retry asks again. ${cause}`;
  return new PublishFailure('OUTCOME_UNKNOWN', message, {
    transient,
    cause: error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The platform answered, and the answer was no: nothing happened. All else leaves the outcome open. */
function isRefusal(error: unknown): boolean {
  return error instanceof PublishFailure && !error.transient && error.code !== 'OUTCOME_UNKNOWN';
}
