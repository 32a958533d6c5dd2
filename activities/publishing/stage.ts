import { isDeepStrictEqual } from 'node:util';
import { failpoint } from '../../lib/failpoint';
import { Draft } from '../../models/Draft';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { PostInHand } from './post';
import { underLease } from './underLease';

/**
 * Gives the platform the payload that counts, where it was given another one.
 * @returns the post with its draft, if the platform has one
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
  await Draft.store(job, draftId, payload);
  await PublishAttempt.forgetStage(attemptId);
  failpoint('stage.stored');
  return { ...post, made: { ...made, draftId }, staged: payload };
}
