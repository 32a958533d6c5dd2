import { PublishFailure } from '../../domain/PublishFailure';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { PublishAttempt } from '../../models/PublishAttempt';
import { noteProgress } from '../../models/tries';
import type { Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { tryStep } from '../failures';
import { tellingOfOpenOutcome } from './openOutcome';
import { askLater, postInHand } from './post';
import type { PostInHand } from './post';
import { prepare } from './prepare';
import { settleEarlier } from './settleEarlier';
import { stage } from './stage';
import { underLease } from './underLease';

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
     * Puts all in place for going live while the scheduled time lies ahead: the payload is staged, the platform has
     * processed the media, our access works, and the media are still those that were transferred. It publishes nothing.
     */
    async prepare(job: PublishJob): Promise<void> {
      await tryStep(deps, job, async () => prepare(await postInHand(deps, job, ['uploaded'])));
    },

    /**
     * What came of the call of an earlier run that may have published; it changes nothing on the platform.
     * @returns the post if it is live; null if the job goes on as any other
     */
    async resolveOutcome(job: PublishJob): Promise<Post | null> {
      return tryStep(deps, job, async () => {
        const post = await postInHand(deps, job, ['pending', 'uploading', 'uploaded', 'processing']);
        const found = await tellingOfOpenOutcome(post, async () => settleEarlier(post));
        await noteProgress(job.assignmentId, job.generation);
        return found;
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
