import type { AssignmentStatus } from '../assignment';
import { keepsPlatformObject } from '../failures';
import type { FailureCode } from '../failures';
import { hasEnded, isEarly, isOutcomeOpen, timeAhead } from './snapshot';
import type { AssignmentSnapshot, Debt, Failure, Time } from './snapshot';

export interface RunOrder {
  order: 'start' | 'terminate' | 'cancel';
  generation: number;
}

/** What an event makes of an assignment: the store writes the difference, and all that follows from it, at once. */
export interface Change {
  /** The event says nothing: the assignment is past it. */
  isVoid: boolean;
  assignment: AssignmentSnapshot;
  /** Statuses in their order: each is a line of the timeline and a statistic, and a webhook but for `pending`. */
  moves: readonly AssignmentStatus[];
  credits: readonly ('hold' | 'charge' | 'release')[];
  runs: readonly RunOrder[];
  /** What comes next may be long off: its place in the line of its workspace is free. */
  givesUpPlace: boolean;
}

/** The event changes nothing. */
export function nothing(assignment: AssignmentSnapshot): Change {
  return { isVoid: true, assignment, moves: [], credits: [], runs: [], givesUpPlace: false };
}

export function change(assignment: AssignmentSnapshot, more: Partial<Change> = {}): Change {
  return { ...nothing(assignment), isVoid: false, ...more };
}

/** One change, and then what `next` makes of its result. */
export function andThen(first: Change, next: (assignment: AssignmentSnapshot) => Change): Change {
  const second = next(first.assignment);
  if (second.isVoid) return first;
  return {
    isVoid: false,
    assignment: second.assignment,
    moves: [...first.moves, ...second.moves],
    credits: [...first.credits, ...second.credits],
    runs: [...first.runs, ...second.runs],
    givesUpPlace: first.givesUpPlace || second.givesUpPlace,
  };
}

/** The one writer of a status, but for a retry. */
export function moveTo(
  assignment: AssignmentSnapshot,
  status: AssignmentStatus,
  now: Time,
  error: FailureCode | null = null,
): Change {
  const ends = hasEnded({ status });
  const credits = status === 'published' ? (['charge'] as const) : ends ? (['release'] as const) : [];
  const next: AssignmentSnapshot = {
    ...assignment,
    status,
    error,
    pause: status === 'uploading' ? awake(assignment.pause) : null,
    ...(ends && { endedAt: now, cleanup: debtAtEnd(assignment, status, error) }),
  };
  return change(next, { moves: [status], credits, givesUpPlace: ends });
}

const way: readonly AssignmentStatus[] = ['pending', 'uploading', 'uploaded', 'processing', 'published'];

/** The post is live: through all statuses that are left. */
export function publish(assignment: AssignmentSnapshot, now: Time): Change {
  const left = way.slice(way.indexOf(assignment.status) + 1);
  return left.reduce((all, status) => andThen(all, (next) => moveTo(next, status, now)), change(assignment));
}

/** A pause that waits no more; what failed is still known. */
export function awake(pause: AssignmentSnapshot['pause']): AssignmentSnapshot['pause'] {
  return pause && { ...pause, until: null };
}

const firstPauseMs = 5 * 60_000;
const longestPauseMs = 60 * 60_000;

/**
 * Nothing helps now. Before its time no failure is final: the preparation is tried again after 5 minutes, doubling to an
 * hour (contract.md §2). With an open outcome that is told, whatever else failed.
 */
export function giveUp(
  assignment: AssignmentSnapshot,
  { code, retryAfterMs = 0 }: Pick<Failure, 'code' | 'retryAfterMs'>,
  now: Time,
): Change {
  const dueAt = isEarly(assignment) ? timeAhead(assignment, now) : null;
  if (dueAt === null) return moveTo(assignment, 'failed', now, isOutcomeOpen(assignment) ? 'OUTCOME_UNKNOWN' : code);
  const count = (assignment.pause?.count ?? 0) + 1;
  const waitMs = Math.max(retryAfterMs, Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1)));
  const until = Math.min(dueAt, now + waitMs);
  const pause = { until, code, failedAt: now, count };
  return change({ ...assignment, tries: null, refusals: null, busy: null, pause }, { givesUpPlace: true });
}

/** Goes on in the next generation. All runs are ordered here and where an assignment is cancelled. */
export function nextRun(
  assignment: AssignmentSnapshot,
  set: Partial<AssignmentSnapshot> = {},
  { terminates = false } = {},
): Change {
  const generation = assignment.generation + 1;
  const runs: RunOrder[] = [{ order: 'start', generation }];
  if (terminates) runs.push({ order: 'terminate', generation: assignment.generation });
  return change({ ...assignment, ...set, generation }, { runs });
}

/**
 * The media on the platform are of no use: the next generation removes them and brings them anew; the status stays.
 * @param loss why the platform has them no more; null: they are there, and useless
 */
export function prepareAnew(assignment: AssignmentSnapshot, loss: FailureCode | null, now: Time): Change {
  const { media, pause, status } = assignment;
  const isLate = status === 'processing';
  return nextRun(assignment, {
    media: {
      ...media,
      isDue: true,
      absentSince: null,
      isOutdated: false,
      isSecond: media.isSecond || loss === null,
      isReplaced: media.isReplaced || isLate,
    },
    pause: loss === null ? pause : { until: null, count: pause?.count ?? 0, code: loss, failedAt: now },
    preparedAt: null,
    cleanup: 'due',
  });
}

/** The debt at the end. A failure after which a retry goes on with the objects leaves none. */
function debtAtEnd(assignment: AssignmentSnapshot, status: AssignmentStatus, error: FailureCode | null): Debt {
  const { media, draft, cleanup } = assignment;
  if (status === 'published') return draft.hasReplaced ? 'due' : 'none';
  const goesOn = status === 'failed' && error !== null && keepsPlatformObject.includes(error);
  const hasLeftover = media.state !== 'none' || draft.isMade || draft.hasReplaced;
  return hasLeftover && (cleanup === 'due' || !goesOn) ? 'due' : 'none';
}
