import { z } from 'zod';
import { PublishFailure, restate } from '../../domain/failures/PublishFailure';
import { isSuccess } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { familyOf } from '../http/meaning';
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

/** Parameters without which a post is public at once. */
const draftParameters = /\b(is_published|published|unpublished_content_type)\b/;

/**
 * Does the work whose answer may say that Facebook takes no drafts on this page.
 * @throws PublishFailure as `work` does; with `refusesDrafts` where the answer is a known 4xx about permissions or about a
 *   parameter of drafts
 */
export async function askingForDraft<T>(answer: Answer, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PublishFailure) || !refusesDrafts(answer)) throw error;
    throw restate(error, { isRefusal: error.isRefusal, refusesDrafts: true });
  }
}

function refusesDrafts(answer: Answer): boolean {
  const { code, message } = readError(answer) ?? {};
  if (code === undefined || (!isSuccess(answer) && familyOf(answer.status) === 500)) return false;
  const isOfPermissions = code === 3 || code === 10 || (code >= 200 && code <= 299);
  return isOfPermissions || (code === 100 && draftParameters.test(message ?? ''));
}
