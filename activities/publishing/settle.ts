import { paced } from '../../domain/pace';
import { mayBePublic, PublishFailure } from '../../domain/failures/PublishFailure';
import type { BlockingAttempt } from '../../models/assignments/openAttempts';
import type { Post, PostState, PublicCreation } from '../../platforms/Publisher';
import { askAgain } from '../askAgain';
import { askLater, failedPost, pollMsMax } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';
import { recordAnswer } from '../run/report';
import { requireOngoing } from '../run/try';
import { outcomeOfCreation } from './settleCreation';
import type { OpenCreation } from './settleCreation';

/**
 * Finds out the outcome of an earlier call of the assignment that has no known end. It waits until that call can no
 * longer be on its way, then looks, with the payload of the call. It asks nothing that our rows already know.
 * @returns the post if it is live; null if nothing stands in the way of another call
 * @throws ApplicationFailure or TryEnded, to look later; PublishFailure `OUTCOME_UNKNOWN` if the platform does not say
 */
export async function settleEarlier(post: PublishContext): Promise<Post | null> {
  const { earlier } = post;
  if (!earlier) return null;
  if (earlier.result) return earlier.result;
  // An accepted call is over: it can no longer arrive.
  const waitMs = earlier.isAccepted ? 0 : earlier.leaseLeftMs + paced(post.platform.settleMs);
  if (waitMs > 0) throw askAgain('AWAITING_LEASE', 'an earlier call may still be on its way', waitMs);
  if (earlier.step === 'publish') return whatCameOf(post, earlier);
  await recordAnswer(post.deps, post.run, earlier.id, 'lost');
  return null;
}

async function whatCameOf(post: PublishContext, earlier: BlockingAttempt): Promise<Post | null> {
  const { access, publisher, made, platform } = post;
  const { creation } = earlier;
  if (creation !== null && publisher.creation)
    return settleCreation(post, publisher.creation, { ...earlier, creation });
  const look = async () => access.call(async (call) => publisher.look(call, made, earlier.payload)).catch(asNoAnswer);
  const { restoredForMs } = earlier;
  const state = restoredForMs === null ? await look() : await lookForRestored(post, restoredForMs, look);
  switch (state.kind) {
    case 'live':
      return state.post;
    case 'processing':
      throw await askLater(post, 'processing');
    case 'goingLive':
      throw await askLater(post, state.phase);
    case 'ready':
      if (earlier.isAccepted) throw await askLater(post, 'publishing', state.ifItStays);
      await hasNotHappened(post, earlier);
      return null;
    case 'failed':
      await hasNotHappened(post, earlier);
      // A lost object may be prepared again: no call has published it.
      if (state.isLost) return null;
      throw failedPost(state);
    case 'unknown':
      throw new PublishFailure('OUTCOME_UNKNOWN', mayBePublic(platform.name, state.message), { transient: true });
  }
}

async function settleCreation(
  post: PublishContext,
  creation: PublicCreation,
  earlier: OpenCreation,
): Promise<Post | null> {
  const found = await outcomeOfCreation(post, creation, earlier).catch(asNoAnswer);
  if (found === null) await hasNotHappened(post, earlier);
  return found;
}

/** A look that is refused in unknown words says nothing of the call before it. */
function asNoAnswer(error: unknown): never {
  if (!(error instanceof PublishFailure) || !error.isUnfamiliar) throw error;
  throw new PublishFailure('PLATFORM_UNAVAILABLE', error.words, { transient: true, cause: error });
}

/** @throws TryEnded where that ends the assignment: the platform has refused the post for the last time */
async function hasNotHappened({ deps, run }: PublishContext, { id }: BlockingAttempt): Promise<void> {
  const recorded = await recordAnswer(deps, run, id, 'refused');
  requireOngoing(run, recorded);
}

/** The time for which a post that a restored database cannot know of is looked for (contract.md §2). */
const lookingMs = () => paced(600_000);

/**
 * Looks for the post of an assignment of a restored database. Calls unknown to the database may have made and published
 * it. So only a state that the platform names is believed: a post that it does not find proves nothing.
 * @param forMs how long the post has been looked for
 * @returns a state that is certain
 * @throws ApplicationFailure to ask again, with the assignment unchanged; PublishFailure `OUTCOME_UNKNOWN` in the end
 */
async function lookForRestored(
  post: PublishContext,
  forMs: number,
  look: () => Promise<PostState>,
): Promise<Exclude<PostState, { kind: 'unknown' }>> {
  const { deps, platform, triesBefore } = post;
  const state = await stateOf(post, look);
  if (state !== null) return state;
  const delayMs = Math.min(deps.processingPollMs * 2 ** triesBefore, pollMsMax, Math.max(0, lookingMs() - forMs));
  if (forMs < lookingMs()) throw askAgain('LOOKING_FOR_RESTORED', 'the post may be live, and is looked for', delayMs);
  const seen = `The database was restored, and ${platform.name} does not say whether the post was published before.`;
  const words = { seen, todo: 'Look at the channel; retry asks again.' };
  throw new PublishFailure('OUTCOME_UNKNOWN', words, { transient: false });
}

/**
 * Null: an unknown state. A publisher throws where it has no id to look for: a restored row lacks later objects. Nothing ends
 * the processing of media that no call brings to their end.
 */
async function stateOf({ deps, run, signal, snapshot }: PublishContext, look: () => Promise<PostState>) {
  try {
    const state = await look();
    const isEndless = state.kind === 'processing' && snapshot.media.state !== 'whole';
    return state.kind === 'unknown' || isEndless || (state.kind === 'failed' && state.isLost === true) ? null : state;
  } catch (error) {
    if (error instanceof PublishFailure || signal.aborted) throw error;
    deps.logger.info(
      { err: error, ...run },
      'an assignment of a restored database has nothing that could be looked for',
    );
    return null;
  }
}
