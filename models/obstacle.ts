import { sourcesOf } from '../domain/assignment';
import type { AssignmentError } from '../domain/assignment';
import type { Post } from '../platforms/Publisher';
import type { LockedRow } from './lockedRow';

/** A transition that is asked for. `published` brings the post, `failed` the error. */
export type Target =
  | { to: 'uploading' | 'uploaded' | 'processing' | 'cancelled' }
  | { to: 'published'; post: Post }
  | { to: 'failed'; error: AssignmentError };

/**
 * The outcome of a transition (ARCHITECTURE.md §3.3).
 * - `moved`, `already`: the job has made this transition, now or before; callers go on alike. `cleanupDue` says whether
 *   something is to be removed, `extrasDue` whether a live post lacks extras. `moved` brings the outbox entries to dispatch
 *   after the commit, and the error that the job has failed with.
 * - `superseded`: another generation, or the end, has overtaken this run: it has nothing to do any more.
 * - `ended`: the job failed or was cancelled; `cleanupDue` says whether something is to be removed.
 * - `notDue`: its time has not come; ask again in `waitMs`.
 * - `unprepared`: it is uploaded and its time has not come: until then, all else can be put in place.
 * - `mediaDue`: it is uploaded, and its media are to be transferred anew.
 * - `mediaLost`: so are those of a job that is past its point of no return.
 * - `inactive`: the connection was deactivated or removed before the point of no return.
 * - `outcomeOpen`: a call of an earlier run may have published the post; that comes first (ARCHITECTURE.md §11).
 * - `tooLate`: a job past its point of no return cannot be cancelled.
 */
export type TransitionOutcome =
  | (Done & { kind: 'moved'; outboxIds: number[] })
  | (Done & { kind: 'already' })
  | { kind: 'superseded' }
  | { kind: 'ended'; status: 'failed' | 'cancelled'; cleanupDue: boolean; error: AssignmentError | null }
  | { kind: 'notDue'; waitMs: number; until: Awaited }
  | { kind: 'unprepared'; dueInMs: number }
  | { kind: 'mediaDue' }
  | { kind: 'mediaLost' }
  | { kind: 'inactive' }
  | { kind: 'outcomeOpen' }
  | { kind: 'tooLate' };

/** A transition that the job has made. */
interface Done {
  cleanupDue: boolean;
  extrasDue?: true;
  error: AssignmentError | null;
}

/** The event that a waiting job waits for; operators read it. */
export type Awaited =
  'its preparation begins' | 'its preparation is tried again' | 'its last look' | 'its scheduled time';

export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition';
}

/** The answer to a transition that the job has made before. */
export function alreadyMade(row: LockedRow): Extract<TransitionOutcome, { kind: 'already' }> {
  return { kind: 'already', cleanupDue: row.cleanup === 'due', ...extrasOf(row), error: row.error };
}

/** Whether the live post of a job lacks extras. */
export function extrasOf({ owesExtras }: LockedRow): { extrasDue?: true } {
  return owesExtras ? { extrasDue: true } : {};
}

/** The answer if the row alone decides: the transition was made before, or the job is over. */
export function answerOfRow(row: LockedRow, target: Target): TransitionOutcome | undefined {
  if (row.status === 'processing' && target.to === 'processing' && row.isMediaDue)
    return { kind: row.isOutcomeOpen ? 'outcomeOpen' : 'mediaLost' };
  if (row.status === target.to) return untilAgain(row) ?? alreadyMade(row);
  if (row.status === 'cancelled' || row.status === 'failed')
    return { ...alreadyMade(row), kind: 'ended', status: row.status };
  if (row.status === 'published') return { kind: 'superseded' };
  return row.reached ? alreadyMade(row) : undefined;
}

/** The obstacle to a transition that the table allows. A connection is judged when the time has come. */
export function obstacle(id: string, row: LockedRow, { to }: Target): TransitionOutcome | undefined {
  if (to === 'cancelled' && row.status === 'processing') return { kind: 'tooLate' };
  if (!sourcesOf(to).includes(row.status)) {
    throw new ImpossibleTransition(`assignment ${id} cannot go from ${row.status} to ${to}`);
  }
  if (row.isOutcomeOpen && to !== 'failed' && to !== 'published') return { kind: 'outcomeOpen' };
  return to === 'uploading' || to === 'processing' ? beforeItsTime(row, to) : undefined;
}

function beforeItsTime(row: LockedRow, to: 'uploading' | 'processing'): TransitionOutcome | undefined {
  const wait = untilAgain(row) ?? (to === 'uploading' ? untilTransfer(row) : untilDue(row));
  return wait ?? (row.isActive ? undefined : { kind: 'inactive' });
}

/** Media may be transferred ahead of the scheduled time. */
function untilTransfer({ transferWaitMs }: LockedRow): TransitionOutcome | undefined {
  return transferWaitMs > 0 ? { kind: 'notDue', waitMs: transferWaitMs, until: 'its preparation begins' } : undefined;
}

/** The wait before the point of no return: for the media, for all that can be prepared, for the scheduled time. */
function untilDue(row: LockedRow): TransitionOutcome | undefined {
  if (row.isMediaDue) return untilTransfer(row) ?? { kind: 'mediaDue' };
  if (row.waitMs <= 0) return undefined;
  if (!row.isPrepared) return { kind: 'unprepared', dueInMs: row.waitMs };
  if (row.lastLookWaitMs > 0) return { kind: 'notDue', waitMs: row.lastLookWaitMs, until: 'its last look' };
  return { kind: 'notDue', waitMs: row.waitMs, until: 'its scheduled time' };
}

/** A preparation that failed is tried again later (contract.md §2). */
function untilAgain({ againMs }: LockedRow): TransitionOutcome | undefined {
  if (againMs === null || againMs <= 0) return undefined;
  return { kind: 'notDue', waitMs: againMs, until: 'its preparation is tried again' };
}
