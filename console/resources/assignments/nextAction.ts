import { isInPlace } from '../../../domain/assignment/allows';
import { failureWords } from '../../words/failures';
import type { AssignmentRow } from './list';

/** The action that a post asks of a person next; `follow`: it only has to be seen. */
export type NextAction = 'retry' | 'resolve' | 'mend' | 'duplicate' | 'reschedule' | 'cancel' | 'view' | 'follow';

type Judged = Pick<AssignmentRow, 'status' | 'scheduledAt' | 'errors' | 'platformUrl' | 'removal'>;

/** The one action that a row offers, by the table that the API judges by. All others are on the page of the post. */
export function nextActionOf(post: Judged): NextAction {
  const { status, scheduledAt, platformUrl } = post;
  if (isInPlace('retry', { status })) return afterFailure(post);
  if (scheduledAt !== null && isInPlace('edit', { status })) return 'reschedule';
  if (isInPlace('cancel', { status })) return 'cancel';
  if (isGone(post)) return 'duplicate';
  return platformUrl === null ? 'follow' : 'view';
}

/** The action that mends a failure. A retry of a post that may be public would publish it twice. */
function afterFailure({ errors }: Judged): NextAction {
  if (errors.some(({ code }) => code === 'OUTCOME_UNKNOWN')) return 'resolve';
  const causes = errors.map(({ code }) => failureWords(code));
  if (causes.some(({ isAtChannel }) => isAtChannel)) return 'mend';
  return causes.some(({ needsNewPost }) => needsNewPost) ? 'duplicate' : 'retry';
}

function isGone(post: Judged): boolean {
  return post.status === 'cancelled' || isDeleted(post);
}

/** Tells whether the post was deleted on its platform. */
export function isDeleted({ removal }: Pick<Judged, 'removal'>): boolean {
  return removal?.status === 'done' && removal.mode === 'delete';
}
