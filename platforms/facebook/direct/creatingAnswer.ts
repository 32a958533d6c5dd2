import { restate } from '../../../domain/failures/PublishFailure';
import { familyOf } from '../../http/meaning';
import { isSuccess } from '../../http/exchange';
import type { Answer } from '../../http/exchange';
import { failureOf, readError } from '../failures';
import type { GraphError } from '../failures';
import { requireSuccess } from '../http';
import { alreadyPostedSubcode, duplicateCode } from '../rules';

/** Errors of Facebook's own, which leave the outcome of a call open (Graph API, Handling Errors). */
const ownCodes: readonly (number | undefined)[] = [1, 2, -1];
/** A block for breaking the rules; after a call that is still open it may be about the post of that call. */
const blockedCode = 368;

/**
 * Passes an answer of success to a call that makes a public post.
 * @param isRepeat the post of an earlier call was not found
 * @throws PublishFailure `isRefusal` where the post was certainly not made: a known 4xx, limits included. After any other answer the
 *   outcome is open
 */
export function requireCreation(answer: Answer, isRepeat: boolean): void {
  if (isOpen(answer, isRepeat)) throw restate(failureOf(answer), { transient: true, isRefusal: false });
  requireSuccess(answer);
}

function isOpen(answer: Answer, isRepeat: boolean): boolean {
  const error = readError(answer);
  if (!error) return !isSuccess(answer) && !failureOf(answer).rateLimited;
  if (!isSuccess(answer) && familyOf(answer.status) === 500) return true;
  const { rateLimited, isUnfamiliar } = failureOf(answer);
  if (rateLimited) return false;
  return saysNothing(error, isRepeat) || error.is_transient || ownCodes.includes(error.code) || isUnfamiliar;
}

/** A refusal that another call of the assignment may have caused. */
function saysNothing({ code, error_subcode: subcode }: GraphError, isRepeat: boolean): boolean {
  // No other post can have shown a photo of the assignment: an earlier call of it has.
  if (subcode === alreadyPostedSubcode) return true;
  return isRepeat && (code === duplicateCode || subcode === duplicateCode || code === blockedCode);
}
