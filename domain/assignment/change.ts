import type { AssignmentStatus } from '../assignment';
import { paced } from '../pace';
import type { EventName } from './events';
import { keepsPlatformObject } from '../failures/failures';
import { ofOpenOutcome } from '../failures/PublishFailure';
import { hasEnded, isEarly, isOutcomeOpen, timeAhead } from './snapshot';
import type { AssignmentSnapshot, Debt, Failure, Time, Reason } from './snapshot';

export interface RunOrder {
  order: 'start' | 'terminate' | 'cancel';
  generation: number;
}

/**
 * The news of the call that blocks others. `left`: the call is over, and its outcome is unknown. `lost`: the outcome
 * stays unknown, and no run waits for it any more. `staged`: the call has made a draft. `repeatable`:
 * its caller has retried.
 */
export type CallNews = 'begun' | 'left' | 'accepted' | 'happened' | 'refused' | 'lost' | 'staged' | 'repeatable';

/** The effect of an event on an assignment: the store writes the difference, and all that follows from it, at once. */
export interface Change {
  /** The event says nothing: the assignment is past it. */
  isVoid: boolean;
  assignment: AssignmentSnapshot;
  /** The events that made the change, in their order. */
  events: readonly EventName[];
  /** Statuses in their order: each is a line of the timeline and a statistic, and a webhook but for `pending`. */
  moves: readonly AssignmentStatus[];
  credits: readonly ('hold' | 'charge' | 'release')[];
  runs: readonly RunOrder[];
  call: CallNews | null;
  /** Why a try has failed that may be made once more: the timeline counts it. */
  failedTry: Reason | null;
  /** The next work may be far off: the place in the line of the workspace is free. */
  givesUpPlace: boolean;
}

/** The event changes nothing. */
export function nothing(assignment: AssignmentSnapshot): Change {
  return {
    isVoid: true,
    assignment,
    events: [],
    moves: [],
    credits: [],
    runs: [],
    call: null,
    failedTry: null,
    givesUpPlace: false,
  };
}

export function change(assignment: AssignmentSnapshot, more: Partial<Change> = {}): Change {
  return { ...nothing(assignment), isVoid: false, ...more };
}

/** One change, and then the change that `next` makes to its result. */
export function andThen(first: Change, next: (assignment: AssignmentSnapshot) => Change): Change {
  const second = next(first.assignment);
  if (second.isVoid) return first;
  return {
    isVoid: false,
    assignment: second.assignment,
    events: [...first.events, ...second.events],
    moves: [...first.moves, ...second.moves],
    credits: [...first.credits, ...second.credits],
    runs: [...first.runs, ...second.runs],
    call: second.call ?? first.call,
    failedTry: second.failedTry ?? first.failedTry,
    givesUpPlace: first.givesUpPlace || second.givesUpPlace,
  };
}

/** The only writer of a status, except for a retry. */
export function moveTo(
  assignment: AssignmentSnapshot,
  status: AssignmentStatus,
  now: Time,
  error: Reason | null = null,
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
  const there = { ...assignment, media: { ...assignment.media, absentSince: null } };
  return left.reduce((all, status) => andThen(all, (next) => moveTo(next, status, now)), change(there));
}

/** A pause that is over; its failure is still known. */
export function awake(pause: AssignmentSnapshot['pause']): AssignmentSnapshot['pause'] {
  return pause && { ...pause, until: null };
}

const firstPauseMs = () => paced(5 * 60_000);
const longestPauseMs = () => paced(60 * 60_000);

/** The reason of a failure, as callers are told: an open outcome is told as such, whatever else failed. */
export function reasonOf(assignment: AssignmentSnapshot, { code, message }: Reason): Reason {
  const reason = { code, message };
  return isOutcomeOpen(assignment) ? ofOpenOutcome(reason, assignment.kind.platform) : reason;
}

/**
 * Nothing helps now. Before its time no failure of a preparation is final: the preparation is tried again after 5 minutes, doubling
 * to an hour (contract.md §2). An open outcome is told, whatever else failed, and at once: the post may be live before its time.
 */
export function giveUp(
  assignment: AssignmentSnapshot,
  { code, message, retryAfterMs = 0 }: Pick<Failure, 'code' | 'message' | 'retryAfterMs'>,
  now: Time,
): Change {
  const dueAt = isEarly(assignment) && !isOutcomeOpen(assignment) ? timeAhead(assignment, now) : null;
  const error = reasonOf(assignment, { code, message });
  if (dueAt === null) return moveTo(assignment, 'failed', now, error);
  const count = (assignment.pause?.count ?? 0) + 1;
  const waitMs = Math.max(retryAfterMs, Math.min(longestPauseMs(), firstPauseMs() * 2 ** (count - 1)));
  const until = Math.min(dueAt, now + waitMs);
  const pause = { until, error, failedAt: now, count };
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
 * The media on the platform are of no use: the next generation removes them and brings them again; the status stays.
 * @param loss why the platform no longer has the media; null: the platform has them, and they are useless
 */
export function prepareAnew(assignment: AssignmentSnapshot, loss: Reason | null, now: Time): Change {
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
    pause: loss === null ? pause : { until: null, count: pause?.count ?? 0, error: loss, failedAt: now },
    preparedAt: null,
    cleanup: 'due',
  });
}

/** The debt at the end. A failure after which a retry goes on with the objects leaves none. */
function debtAtEnd(assignment: AssignmentSnapshot, status: AssignmentStatus, error: Reason | null): Debt {
  const { media, draft, cleanup } = assignment;
  if (status === 'published') return draft.hasReplaced ? 'due' : 'none';
  const goesOn = status === 'failed' && error !== null && keepsPlatformObject.includes(error.code);
  const hasLeftover = media.state !== 'none' || draft.isMade || draft.hasReplaced;
  return hasLeftover && (cleanup === 'due' || !goesOn) ? 'due' : 'none';
}
