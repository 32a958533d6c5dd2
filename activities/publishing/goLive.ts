import type { RunStep } from '../../domain/assignment/runStep';
import { stillProcessing } from '../../domain/workflowContract';
import type { AssignmentRun } from '../../domain/workflowContract';
import { withoutHosts } from '../../lib/safeFetch/walledOff';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call } from '../../platforms/Call';
import type { Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { createOnce, creationOf, isToPublishDirectly, refusedDraft } from './creation';
import { lacksExtras } from './extras';
import { askLater, failedPost, lostPost, publishContextOf } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';
import { began, recordAnswer, reportStep } from '../run/report';
import { settleEarlier } from './settle';
import { lookAt, stage } from './stage';
import { takeStep } from '../run/step';
import { TryEnded } from '../run/try';
import { underLease } from './underLease';

/** The step is the call that publishes, past the point of no return. */
export function isPastReturn(step: RunStep): boolean {
  return step.do === 'publish' && !step.isCancellable;
}

/**
 * One try to make a post live that is past its point of no return. It asks before it acts: a post that an earlier call
 * published is the answer; else it stages the payload if it differs, looks whether the platform has processed the post,
 * and publishes it, once. Extras are left to `complete`: nothing here waits for a host that a tenant has named.
 * @returns the step that is next
 * @throws ApplicationFailure that makes Temporal try again (`takeStep`)
 */
export async function makeLive(
  deps: ActivityDeps,
  run: AssignmentRun,
  options: { isOnce?: boolean; signal?: AbortSignal } = {},
): Promise<RunStep> {
  const publish = async (signal: AbortSignal): Promise<RunStep> => {
    const post = await publishContextOf(deps, run, ['processing'], signal);
    if (post.snapshot.media.isDue) throw new TryEnded();
    return isLive(post, (await settleEarlier(post)) ?? (await bringToLife(post)));
  };
  return withoutHosts('going live', async () => takeStep(deps, run, 'publish', publish, options));
}

/** Finds out the outcome of an earlier call; it changes nothing on the platform. @returns the step that is next */
export async function settle(post: PublishContext): Promise<RunStep> {
  const { deps, run } = post;
  const found = await settleEarlier(post);
  return found ? isLive(post, found) : reportStep(deps, run, began(run));
}

/** Records the live post. */
async function isLive(given: PublishContext, post: Post): Promise<RunStep> {
  const { deps, run } = given;
  const event = { is: 'answered', answer: 'live', lacksExtras: await lacksExtras(given, post) } as const;
  return reportStep(deps, run, event, { post });
}

async function bringToLife(given: PublishContext): Promise<Post> {
  const post = await stage(given);
  const state = await lookAt(post);
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
async function publishOnce(post: PublishContext): Promise<Post> {
  const creation = creationOf(post);
  const { callId, answer } = await (creation ? createOnce(post, creation) : publishDraft(post));
  if (answer === 'accepted') throw await afterAcceptance(post, callId);
  return answer;
}

async function publishDraft(post: PublishContext): Promise<{ callId: number; answer: Post | 'accepted' }> {
  const { publisher, made, assignment } = post;
  const publish = async (call: Call) => publisher.publish(call, made, assignment.payload);
  try {
    return await underLease(post, 'publish', publish);
  } catch (error) {
    if (error instanceof PublishFailure && (await isToPublishDirectly(post, error))) throw refusedDraft(error);
    throw error;
  }
}

/** Records that the platform has taken the order, and does it in its own time. @returns the error to throw */
async function afterAcceptance({ deps, run, platform }: PublishContext, callId: number): Promise<Error> {
  const recorded = await recordAnswer(deps, run, callId, 'accepted');
  return new TryEnded(recorded, { type: stillProcessing, message: `${platform.name} is still publishing` });
}
