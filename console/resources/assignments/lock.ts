import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import type { AssignmentStatus } from '../../../domain/assignment';
import { isInPlace } from '../../../domain/assignment/allows';
import { isTakenDown } from '../../../domain/assignment/snapshot';
import { takeDownAnswer } from '../../../domain/assignment/takeDown';
import type { RemovalMode } from '../../../domain/platform';
import { texts } from '../../texts/locks';

type Locked = Exclude<AssignmentStatus, 'pending' | 'uploaded'>;
type Final = Exclude<AssignmentStatus, 'pending' | 'uploading' | 'uploaded'>;
type Judged = Pick<InspectedAssignment, 'status' | 'isPaused' | 'isUpdatable' | 'removal'>;

const reasons: Readonly<Record<Locked, string>> = texts.save;
const cancelReasons: Readonly<Record<Final, string>> = texts.cancel;

/** Why the time of a post cannot be changed now, as a sentence; null: it can, by the rules of the API (contract.md §2). */
export function timeLock({ status, isPaused }: Pick<Judged, 'status' | 'isPaused'>): string | null {
  return isLocked(status, isPaused) ? reasons[status] : null;
}

/** The same of its content, which some platforms let be changed once the post is public. */
export function contentLock(assignment: Judged): string | null {
  const removal = removalOf(assignment);
  if (isInPlace('update', assignment) && isTakenDown({ removal })) return texts.takenDown;
  return isInPlace('update', assignment) && assignment.isUpdatable ? null : timeLock(assignment);
}

/** The ways in which a post can be taken down now, by the rules of the API (contract.md §2). */
export function openRemovalModes(
  assignment: Pick<InspectedAssignment, 'status' | 'removal' | 'removalModes'>,
): RemovalMode[] {
  if (!isInPlace('takeDown', assignment)) return [];
  const removal = removalOf(assignment);
  return assignment.removalModes.filter((mode) => takeDownAnswer({ removal }, mode) === 'begins');
}

/** The removal of a post, as the rules of its life read it. */
function removalOf({ removal }: Pick<InspectedAssignment, 'removal'>) {
  return removal && { state: removal.status, mode: removal.mode };
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
