import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/PublishFailure';
import type { PostState } from '../../platforms/Publisher';
import { askAgain } from '../failures';
import type { PostInHand } from './post';

/** contract.md §2: for so long a post that a restored database cannot know of is looked for. */
const lookingMs = () => paced(600_000);
const pollMsMax = 60_000;

/**
 * Looks for the post of a job of a restored database. Calls that the database does not know of may have made and published
 * it, so only what the platform does say is believed: that it does not find the post proves nothing.
 * @param forMs since when it has been looked for
 * @returns a state that is certain
 * @throws what makes Temporal ask again, without a change of the job; PublishFailure `OUTCOME_UNKNOWN` in the end
 */
export async function lookForRestored(
  post: PostInHand,
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

/** Null where it is not known. A publisher throws where it has no id to look for: what was made later is not in our rows. */
async function stateOf({ deps, job, signal }: PostInHand, look: () => Promise<PostState>) {
  try {
    const state = await look();
    return state.kind === 'unknown' || (state.kind === 'failed' && state.isLost === true) ? null : state;
  } catch (error) {
    if (error instanceof PublishFailure || signal.aborted) throw error;
    deps.logger.info({ err: error, ...job }, 'a job of a restored database has nothing that could be looked for');
    return null;
  }
}
