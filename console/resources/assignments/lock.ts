import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import type { AssignmentStatus } from '../../../domain/assignment';
import { isInPlace } from '../../../domain/assignment/allows';

type Locked = Exclude<AssignmentStatus, 'pending' | 'uploaded'>;
type Final = Exclude<AssignmentStatus, 'pending' | 'uploading' | 'uploaded'>;
type Judged = Pick<InspectedAssignment, 'status' | 'isPaused' | 'isUpdatable'>;

const reasons: Readonly<Record<Locked, string>> = {
  uploading: 'It cannot be saved while the media is on its way to the platform. Your changes stay here.',
  processing: 'It cannot be saved while the platform makes the post public. Your changes stay here.',
  published: 'It can no longer be saved: the post is public.',
  failed: 'It cannot be saved, because the post has failed. Once the post is retried, you can save.',
  cancelled: 'It can no longer be saved: the post is cancelled.',
};

const cancelReasons: Readonly<Record<Final, string>> = {
  processing: 'It can no longer be cancelled: the platform makes the post public.',
  published: 'It can no longer be cancelled: the post is public.',
  failed: 'There is nothing to cancel: the post has failed.',
  cancelled: 'The post is cancelled already.',
};

/** Why the time of a post cannot be changed now, as a sentence; null: it can, by the rules of the API (contract.md §2). */
export function timeLock({ status, isPaused }: Judged): string | null {
  return isLocked(status, isPaused) ? reasons[status] : null;
}

/** The same of its content, which some platforms let be changed once the post is public. */
export function contentLock(assignment: Judged): string | null {
  return isInPlace('update', assignment) && assignment.isUpdatable ? null : timeLock(assignment);
}

/** Why a post cannot be cancelled now, as a sentence; null: it can. */
export function cancelLock(status: AssignmentStatus): string | null {
  return isFinal(status) ? cancelReasons[status] : null;
}

function isFinal(status: AssignmentStatus): status is Final {
  return !isInPlace('cancel', { status });
}

function isLocked(status: AssignmentStatus, isPaused: boolean): status is Locked {
  return !isInPlace('edit', { status, isPaused });
}
