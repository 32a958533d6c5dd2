import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Answer } from '../http/exchange';
import type { Post, PostState } from '../Publisher';
import { failureOf, readError } from './failures';
import { readGraph } from './http';
import { alreadyPostedSubcode, duplicateCode } from './rules';

/** Facebook's word that it has taken a change. */
export const Success = z.object({ success: z.literal(true) });

/**
 * Judges the answer to a call that publishes. Facebook says no more than that it took the call, so a post counts as
 * published only when a look sees it live. A refusal because the page has an equal post may mean the requested post. A
 * refusal because this very medium was shown certainly means the requested post: only its assignment knows the medium,
 * so an earlier call of the assignment has shown it.
 * @returns `accepted` where a call was taken and the post is not seen live yet
 * @throws PublishFailure for a refusal; `DUPLICATE_CONTENT` if the equal post on the page is another post
 */
export async function whatCameOf(answer: Answer, look: () => Promise<PostState>): Promise<Post | 'accepted'> {
  const { code, error_subcode: subcode } = readError(answer) ?? {};
  const isShown = subcode === alreadyPostedSubcode;
  const isDuplicate = code === duplicateCode && !isShown;
  if (!isShown && !isDuplicate) readGraph(answer, Success, 'word that it will publish the post');
  const state = await (isDuplicate ? look() : look().catch(orNothing));
  if (state?.kind === 'live') return state.post;
  if (isDuplicate && state?.kind !== 'goingLive') throw failureOf(answer);
  return 'accepted';
}

/** Ignores the failure of a look after an accepted call: a later look tells the outcome. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof PublishFailure)) throw error;
}
