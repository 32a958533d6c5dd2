import { paced } from '../../domain/pace';
import { mayBePublic, PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import type { BlockingAttempt } from '../../models/openAttempts';
import type { Post } from '../../platforms/Publisher';
import { askAgain } from '../failures';
import { hasMovedOn, whatFollows } from '../whatFollows';
import { recordAnswer } from '../recordEvent';
import { failedPost } from './lost';
import { askLater } from './post';
import type { PostInHand } from './post';
import { lookForRestored } from './restored';

/**
 * Finds out what came of an earlier call of the job that has no known end. It waits until that call can no longer be on
 * its way, then looks, with the payload that the call had. It asks nothing that our rows already know.
 * @returns the post if it is live; null if nothing stands in the way of another call
 * @throws what makes Temporal ask again; PublishFailure `OUTCOME_UNKNOWN` where the platform does not say
 */
export async function settleEarlier(post: PostInHand): Promise<Post | null> {
  const { earlier } = post;
  if (!earlier) return null;
  if (earlier.result) return earlier.result;
  // One that was accepted is over: it can no longer arrive.
  const waitMs = earlier.isAccepted ? 0 : earlier.leaseLeftMs + paced(post.platform.settleMs);
  if (waitMs > 0) throw askAgain('AWAITING_LEASE', 'an earlier call may still be on its way', waitMs);
  if (earlier.step === 'publish') return whatCameOf(post, earlier);
  await recordAnswer(post.deps, post.job, earlier.id, 'lost');
  return null;
}

async function whatCameOf(post: PostInHand, earlier: BlockingAttempt): Promise<Post | null> {
  const { access, publisher, made, platform } = post;
  const look = async () => access.call(async (call) => publisher.look(call, made, earlier.payload)).catch(asNoAnswer);
  const { restoredForMs } = earlier;
  const state = restoredForMs === null ? await look() : await lookForRestored(post, restoredForMs, look);
  switch (state.kind) {
    case 'live':
      failpoint('attempt.foundHappened');
      return state.post;
    case 'processing':
      throw await askLater(post, 'processing');
    case 'goingLive':
      throw await askLater(post, state.phase);
    case 'ready':
      if (earlier.isAccepted) throw await askLater(post, 'publishing');
      await hasNotHappened(post, earlier);
      return null;
    case 'failed':
      await hasNotHappened(post, earlier);
      // A lost object may be prepared anew: no call has published it.
      if (state.isLost) return null;
      throw failedPost(state);
    case 'unknown':
      throw new PublishFailure('OUTCOME_UNKNOWN', mayBePublic(platform.name, state.message), { transient: true });
  }
}

/** A look that is refused in words that nobody knows says nothing of the call before it. */
function asNoAnswer(error: unknown): never {
  if (!(error instanceof PublishFailure) || !error.isUnfamiliar) throw error;
  throw new PublishFailure('PLATFORM_UNAVAILABLE', error.words, { transient: true, cause: error });
}

/** @throws ApplicationFailure where the job is over with it: the platform has refused the post for the last time */
async function hasNotHappened({ deps, job }: PostInHand, { id }: BlockingAttempt): Promise<void> {
  const recorded = await recordAnswer(deps, job, id, 'refused');
  failpoint('attempt.foundNotHappened');
  const message = 'the platform has refused the post for the last time';
  if (hasMovedOn(job, recorded)) throw whatFollows(job, recorded, { type: 'PLATFORM_REJECTED', message });
}
