import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { withoutHosts } from '../../lib/safeFetch/walledOff';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn, tryStep } from '../failures';
import { oweExtras } from './extras';
import { failedPost, lostPost, unlessLost } from './lost';
import { tellingOfOpenOutcome } from './openOutcome';
import { askLater, patienceOf, postInHand } from './post';
import type { PostInHand, Try } from './post';
import { settleEarlier } from './settleEarlier';
import { stage } from './stage';
import { underLease } from './underLease';

/**
 * One try to make a post live that is past its point of no return. It asks before it acts: a post that an earlier call
 * published is the answer; else it stages what differs, looks whether the platform has processed the post, and publishes
 * it, once. Extras are left to `addExtras`: nothing here waits for a host that a tenant has named.
 * @throws ApplicationFailure that says what is to become of the try (`tryStep`); it never waits itself
 */
export async function makeLive(deps: ActivityDeps, job: PublishJob, oneTry: Try): Promise<Post> {
  return withoutHosts('going live', async () => tryToMakeLive(deps, job, oneTry));
}

async function tryToMakeLive(deps: ActivityDeps, job: PublishJob, oneTry: Try): Promise<Post> {
  const step = async (signal: AbortSignal): Promise<Post> => {
    const post = await postInHand(deps, job, ['processing'], { ...oneTry, signal });
    if (post.assignment.isMediaDue) throw jobHasMovedOn();
    const live = await tellingOfOpenOutcome(
      post,
      async () => (await settleEarlier(post)) ?? (await unlessLost(post, async () => bringToLife(post))),
    );
    await oweExtras(post, live);
    return live;
  };
  return tryStep(deps, job, step, oneTry);
}

async function bringToLife(given: PostInHand): Promise<Post> {
  const post = await stage(given);
  const { access, publisher, assignment, made } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload), patienceOf(post));
  switch (state.kind) {
    case 'live':
      return state.post;
    case 'ready':
      return publishOnce(post);
    case 'processing':
      throw await askLater(post, 'processing');
    case 'goingLive':
      throw await askLater(post, state.phase);
    case 'failed':
      throw failedPost(state);
    case 'unknown':
      throw lostPost(post, state.message);
  }
}

/** Makes the irreversible call at most once: a try that finds an attempt without a result looks first (`settleEarlier`). */
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
