import { isDeepStrictEqual } from 'node:util';
import { failpoint } from '../../lib/failpoint';
import { Draft } from '../../models/Draft';
import { PublishAttempt } from '../../models/PublishAttempt';
import { abandon } from '../abandon';
import { jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';
import { underLease } from './underLease';

/**
 * Gives the platform the payload that counts, where it was given another one.
 * @returns the post with its draft, if the platform has one
 * @throws ApplicationFailure `MOVED_ON` for a job that moved on meanwhile; its new draft is removed
 */
export async function stage(post: PostInHand): Promise<PostInHand> {
  const { job, publisher, made, staged, assignment } = post;
  const { payload } = assignment;
  if (isDeepStrictEqual(staged, payload)) return post;
  const { attemptId, answer: draftId } = await underLease(post, 'stage', async (call) => {
    failpoint('stage.begun');
    return publisher.stage(call, made, payload);
  });
  failpoint('stage.answered');
  const isNoted = await Draft.store(job, draftId, payload);
  await PublishAttempt.forgetStage(attemptId);
  failpoint('stage.stored');
  if (!isNoted) {
    await abandonDraft(post, draftId);
    throw jobHasMovedOn();
  }
  if (made.draftId !== null && made.draftId !== draftId) await abandon(post, { items: [], draftId: made.draftId });
  return { ...post, made: { ...made, draftId }, staged: payload };
}

/**
 * Removes the draft of a job that has moved on. One that shows media stays: the clean-up finds it by them, and another
 * generation takes it over.
 */
async function abandonDraft(post: PostInHand, draftId: string | null): Promise<void> {
  const { items, draftId: known } = post.made;
  if (draftId !== null && draftId !== known && items.length === 0) await abandon(post, { items, draftId });
}
