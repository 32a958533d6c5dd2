import { isDeepStrictEqual } from 'node:util';
import { failpoint } from '../../lib/failpoint';
import { Draft } from '../../models/Draft';
import { abandon } from '../abandon';
import { jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';
import { underLease } from './underLease';

/**
 * Gives the platform the payload that counts, where it was given another one.
 * @returns the post with its draft, if the platform has one
 * @throws ApplicationFailure `MOVED_ON` for a job that moved on meanwhile
 */
export async function stage(post: PostInHand): Promise<PostInHand> {
  const { job, publisher, made, staged, assignment, earlier } = post;
  const { payload } = assignment;
  // Of an earlier call that staged, and is only known to be over, nobody knows whether the platform has its payload.
  if (earlier?.step !== 'stage' && isDeepStrictEqual(staged, payload)) return post;
  const { attemptId, answer: draftId } = await underLease(post, 'stage', async (call) => {
    failpoint('stage.begun');
    return publisher.stage(call, made, payload);
  });
  failpoint('stage.answered');
  const noted = await Draft.store({ ...job, attemptId }, draftId, payload);
  failpoint('stage.stored');
  if (noted === 'overtaken') await abandonDraft(post, draftId);
  if (noted !== 'noted') throw jobHasMovedOn();
  if (made.draftId !== null && made.draftId !== draftId) await removeReplaced(post, made.draftId);
  return { ...post, made: { ...made, draftId }, staged: payload };
}

/**
 * Removes the draft that came when a later call had taken over. One that shows media stays: the clean-up finds it by them,
 * and that call takes it over.
 */
async function abandonDraft(post: PostInHand, draftId: string | null): Promise<void> {
  const { items, draftId: known } = post.made;
  if (draftId !== null && draftId !== known && items.length === 0) await abandon(post, { items, draftId });
}

/** The draft that was replaced is noted as such: where it cannot be removed now, the job owes that at its end. */
async function removeReplaced(post: PostInHand, draftId: string): Promise<void> {
  if (await abandon(post, { items: [], draftId })) await Draft.forgetReplaced(post.job.assignmentId, draftId);
}
