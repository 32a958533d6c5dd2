import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import type { AssignmentStatus } from '../../../domain/assignment';
import { isInPlace } from '../../../domain/assignment/allows';
import { texts } from '../../texts/locks';

type Locked = Exclude<AssignmentStatus, 'pending' | 'uploaded'>;
type Final = Exclude<AssignmentStatus, 'pending' | 'uploading' | 'uploaded'>;
type Judged = Pick<InspectedAssignment, 'status' | 'isPaused' | 'isUpdatable'>;

const reasons: Readonly<Record<Locked, string>> = texts.save;
const cancelReasons: Readonly<Record<Final, string>> = texts.cancel;

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
