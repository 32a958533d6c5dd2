import type { RunStep } from '../../domain/assignment/runStep';
import { stillProcessing } from '../../domain/workflowContract';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { withoutHosts } from '../../lib/safeFetch/walledOff';
import type { Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn } from '../failures';
import { tryStep } from '../tryStep';
import { whatFollows } from '../whatFollows';
import { createMoves } from '../moves';
import { lacksExtras } from './extras';
import { recordAnswer } from '../recordEvent';
import { failedPost, lostPost } from './lost';
import { askLater, patienceOf, postInHand } from './post';
import type { PostInHand } from './post';
import { settleEarlier } from './settleEarlier';
import { stage } from './stage';
import { underLease } from './underLease';

/**
 * One try to make a post live that is past its point of no return. It asks before it acts: a post that an earlier call
 * published is the answer; else it stages what differs, looks whether the platform has processed the post, and publishes
 * it, once. Extras are left to `complete`: nothing here waits for a host that a tenant has named.
 * @param signal ends its calls; the activity's own by default
 * @throws ApplicationFailure that says what is to become of the try (`tryStep`); it never waits itself
 */
export async function makeLive(deps: ActivityDeps, job: PublishJob, signal?: AbortSignal): Promise<RunStep> {
  return withoutHosts('going live', async () => tryToMakeLive(deps, job, signal));
}

async function tryToMakeLive(deps: ActivityDeps, job: PublishJob, whole?: AbortSignal): Promise<RunStep> {
  const step = async (signal: AbortSignal): Promise<RunStep> => {
    const post = await postInHand(deps, job, ['processing'], signal);
    if (post.snapshot.media.isDue) throw jobHasMovedOn();
    const live = (await settleEarlier(post)) ?? (await bringToLife(post));
    return createMoves(deps).goLive(job, live, await lacksExtras(post, live));
  };
  return tryStep(deps, job, step, { works: ['settle', 'publish'], ...(whole && { signal: whole }) });
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
  const { publisher, made, assignment } = post;
  const { callId, answer } = await underLease(post, 'publish', async (call) => {
    failpoint('attempt.begun');
    return publisher.publish(call, made, assignment.payload);
  });
  if (answer === 'accepted') throw await afterAcceptance(post, callId);
  failpoint('attempt.happened');
  return answer;
}

/** The platform has taken the order, and does it in its own time. @returns the failure that makes Temporal ask again */
async function afterAcceptance({ deps, job, platform }: PostInHand, callId: number): Promise<Error> {
  const recorded = await recordAnswer(deps, job, callId, 'accepted');
  failpoint('attempt.accepted');
  return whatFollows(job, recorded, {
    type: stillProcessing,
    message: `${platform.name} is still publishing`,
    isWait: true,
  });
}
