import { isDeepStrictEqual } from 'node:util';
import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/PublishFailure';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Draft } from '../../models/Draft';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Call, Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn, tryStep } from '../failures';
import { tellingOfOpenOutcome } from './openOutcome';
import { askLater, postInHand } from './post';
import type { PostInHand } from './post';
import { settleEarlier } from './settleEarlier';

/** So long a call that changes something is its job's alone. */
const leaseMs = () => paced(30_000);
/** The call ends this long before its lease, so that nobody who waits for the lease can meet it. */
const marginMs = () => paced(5_000);

/** The platform steps that bring a post to life (architecture.md §11). */
export function createPublishingActivities(deps: ActivityDeps) {
  return {
    /**
     * All that follows the point of no return. It asks before it acts: a post that an earlier call published is the
     * answer; else it stages what differs, waits until the platform has processed the post, and publishes it, once.
     */
    async goLive(job: PublishJob): Promise<Post> {
      return tryStep(deps, job, async () => {
        const post = await postInHand(deps, job, ['processing']);
        return tellingOfOpenOutcome(post, async () => (await settleEarlier(post)) ?? (await bringToLife(post)));
      });
    },

    /**
     * What came of the call of an earlier run that may have published; it changes nothing on the platform.
     * @returns the post if it is live; null if the job goes on as any other
     */
    async resolveOutcome(job: PublishJob): Promise<Post | null> {
      return tryStep(deps, job, async () => {
        const post = await postInHand(deps, job, ['pending', 'uploading', 'uploaded', 'processing']);
        return tellingOfOpenOutcome(post, async () => settleEarlier(post));
      });
    },
  };
}

async function bringToLife(given: PostInHand): Promise<Post> {
  const post = await stage(given);
  const { access, publisher, assignment, platform, made } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload));
  switch (state.kind) {
    case 'live':
      return state.post;
    case 'ready':
      return publishOnce(post);
    case 'processing':
      throw await askLater(post, 'processing');
    case 'goingLive':
      throw await askLater(post, 'publishing');
    case 'failed':
      throw new PublishFailure(state.code, state.message, { transient: false });
    case 'unknown': {
      const message = `${platform.name} no longer has the post. ${state.message} Retry to upload it again.`;
      throw new PublishFailure('PROCESSING_FAILED', message, { transient: true });
    }
  }
}

/**
 * Gives the platform the payload that counts, where it was given another one.
 * @returns the post with its draft, if the platform has one
 */
async function stage(post: PostInHand): Promise<PostInHand> {
  const { job, publisher, made, staged, assignment } = post;
  const { payload } = assignment;
  if (isDeepStrictEqual(staged, payload)) return post;
  const { attemptId, answer: draftId } = await underLease(post, 'stage', async (call) => {
    failpoint('stage.begun');
    return publisher.stage(call, made, payload);
  });
  failpoint('stage.answered');
  await Draft.store(job, draftId, payload);
  await PublishAttempt.forgetStage(attemptId);
  failpoint('stage.stored');
  return { ...post, made: { ...made, draftId }, staged: payload };
}

/** Makes the irreversible call at most once: whoever finds its attempt without a result looks first (`settleEarlier`). */
async function publishOnce(post: PostInHand): Promise<Post> {
  const { deps, publisher, made, assignment } = post;
  const { attemptId, answer } = await underLease(post, 'publish', async (call) => {
    failpoint('attempt.begun');
    return publisher.publish(call, made, assignment.payload);
  });
  if (answer === 'accepted') {
    await PublishAttempt.accept(attemptId);
    failpoint('attempt.accepted');
    throw await askLater(post, 'publishing');
  }
  await PublishAttempt.succeed(attemptId, answer).catch((error: unknown) => {
    deps.logger.warn({ err: error, attemptId }, 'the result of a publish was not recorded; a look will find it');
  });
  failpoint('attempt.happened');
  return answer;
}

/**
 * A call that changes the post. A row with a lease is written before it: one that is paused in it cannot act when the
 * lease is over, and no other call of the job is made before.
 */
async function underLease<T>(
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
    if (isRefusal(error)) await PublishAttempt.end(attemptId, 'notHappened');
    else
      await PublishAttempt.leaveLease(attemptId).catch((cause: unknown) =>
        deps.logger.warn({ err: cause, attemptId }, 'a lease was not left; it runs out'),
      );
    failpoint('attempt.failed');
    throw error;
  }
}

/** The platform answered, and the answer was no: nothing happened. All else leaves the outcome open. */
function isRefusal(error: unknown): boolean {
  return error instanceof PublishFailure && !error.transient && error.code !== 'OUTCOME_UNKNOWN';
}
