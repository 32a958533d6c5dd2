import { isEarly, isOutcomeOpen } from './snapshot';
import type { AssignmentSnapshot } from './snapshot';

/** What a caller may ask of an assignment. */
export type Action = 'cancel' | 'edit' | 'retry' | 'update' | 'takeDown';

/**
 * - `status`: not in this status
 * - `outcomeOpen`: a call may have published the post
 * - `removed`: the post is taken down, or is being so
 * - `platform`: the platform cannot do it
 */
export type Refusal = 'status' | 'outcomeOpen' | 'removed' | 'platform';

/** Why a caller may not do this now; null: it is allowed. */
export function allows(assignment: AssignmentSnapshot, action: Action): Refusal | null {
  if (!isInPlace[action](assignment)) return 'status';
  if (action === 'cancel' || action === 'edit') return isOutcomeOpen(assignment) ? 'outcomeOpen' : null;
  if (action === 'takeDown' && !assignment.kind.canTakeDown) return 'platform';
  const isRemoved = assignment.removal === 'due' || assignment.removal === 'done';
  return action !== 'retry' && isRemoved ? 'removed' : null;
}

const isPublished = ({ status }: AssignmentSnapshot): boolean => status === 'published';

/** The statuses of each action. A run that is bringing media is not edited, unless it waits because that failed. */
const isInPlace: Record<Action, (assignment: AssignmentSnapshot) => boolean> = {
  cancel: isEarly,
  edit: ({ status, pause }) =>
    status === 'pending' || status === 'uploaded' || (status === 'uploading' && pause !== null && pause.until !== null),
  retry: ({ status }) => status === 'failed',
  update: isPublished,
  takeDown: isPublished,
};
