import { endedStatuses } from '../domain/assignment';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { isFailureCode, keepsPlatformObject } from '../domain/failures';
import type { CleanupState } from './Assignment';
import { AssignmentEvent } from './AssignmentEvent';
import { firstRow } from './sql';

const kept = keepsPlatformObject.map((code) => `'${code}'`).join(', ');

/** SQL, of an assignment `a`: it has ended so that it owes the removal of whatever is not public. */
export const owesAtEnd = `(a.status = 'cancelled' OR a.status = 'failed' AND coalesce(a.errors->0->>'code', '') NOT IN (${kept}))`;

/** The status that a job goes to, and what it fails with. */
interface End {
  to: AssignmentStatus;
  error?: AssignmentError;
}

/** The objects that a job has on its platform, and the clean-up that it owed before. */
interface LeftOver {
  cleanup: CleanupState;
  hasLeftover: boolean;
  /** A draft that another one has replaced is not removed yet. */
  hasReplaced: boolean;
}

/** A job that goes on still owes what an earlier run of it owed. */
export function cleanupAfter(target: End, row: LeftOver): CleanupState {
  const owes = endedStatuses.includes(target.to) ? owesCleanup(target, row) : row.cleanup === 'due';
  return owes ? 'due' : 'none';
}

/**
 * A job that ends with a session or an object that is not public owes its removal, unless retry goes on with it. One that is
 * published owes the removal of what its post has replaced.
 */
export function owesCleanup(target: End, row: LeftOver): boolean {
  if (target.to === 'published') return row.hasReplaced;
  if (target.to === 'cancelled') return row.hasLeftover;
  if (target.to !== 'failed' || !row.hasLeftover) return false;
  const code = target.error?.code ?? '';
  const goesOn = isFailureCode(code) && keepsPlatformObject.includes(code);
  return row.cleanup === 'due' || !goesOn;
}

/** Tells whether a job that owes a clean-up ended at least so many hours ago, by the database's clock. */
export async function isCleanupOverdue({ assignmentId }: { assignmentId: string }, hours: number): Promise<boolean> {
  const row = await firstRow(
    AssignmentEvent,
    `SELECT 1 FROM assignment_events WHERE assignment_id = $assignmentId AND status IN ('published', 'failed', 'cancelled')
     HAVING max(at) <= clock_timestamp() - make_interval(hours => $hours::int)`,
    { assignmentId, hours },
  );
  return row !== undefined;
}
