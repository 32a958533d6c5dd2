import { endedStatuses } from '../assignment';
import type { AssignmentError, AssignmentStatus } from '../assignment';
import type { FailureCode } from '../failures/failures';

/** Milliseconds of the database's clock. */
export type Time = number;

/** What a run can do next. Each counter and clock of an assignment names the work it belongs to, and ends with it. */
export type Work =
  /** Finds out what came of a call that may have made or published something. */
  | 'settle'
  /** Brings the media to the platform. */
  | 'upload'
  /** Puts all in place ahead of the time, and looks whether it still is. */
  | 'prepare'
  /** Brings a newer version of the media beside the prepared one. */
  | 'renew'
  | 'publish'
  /** Adds the extras that the live post lacks. */
  | 'complete'
  /** Removes objects that are not public. */
  | 'cleanUp'
  /** Removes the public post. */
  | 'takeDown';

/** A call that publishes and the question what came of it are tried as one: their tries, and refusals, count together. */
export function triedAs(work: Work): Work {
  return work === 'settle' ? 'publish' : work;
}

/** Something that is owed to the platform: `failed` once it was given up. */
export type Debt = 'none' | 'due' | 'done' | 'failed';

/** A failure as callers are told of it. */
export interface Reason extends AssignmentError {
  code: FailureCode;
}

/** A try that failed, in the words that decide what follows. */
export interface Failure extends Reason {
  /** Another try can help. */
  transient: boolean;
  /** The platform says so: not before. */
  retryAfterMs?: number;
  /** A refusal in words that nobody knows (contract.md §2). */
  isUnfamiliar?: boolean;
  /** Those words, for callers who are told of them in the end; the message where they are left out. */
  refusal?: string;
  /** The platform does not find the objects of the assignment (contract.md §2). */
  isAbsent?: boolean;
  /** The platform says that it has lost them. */
  isLost?: boolean;
  /** The platform cannot use the media as they are. */
  isUseless?: boolean;
  /** The platform will not keep the media until the time of the post. */
  isShortLived?: boolean;
}

/** What platform, type and settings fix for the whole life of an assignment. Times are in milliseconds. */
export interface Kind {
  /** The name of the platform, for messages. */
  platform: string;
  hasMedia: boolean;
  /** The delays between tries; one more try than delays is made. */
  retryDelaysMs: readonly number[];
  /** The platform may process a post for so long. */
  processingLimitMs: number;
  /** The first wait for a platform that is still at it; it doubles to a minute. */
  pollMs: number;
  /** A call ends within this time. */
  leaseMs: number;
  /** A call whose answer was lost may have its effect so long after its lease. */
  settleMs: number;
  /** All is looked at once more so long before the time. */
  lastLookMs: number;
  /** Posts of this kind can be taken down. */
  canTakeDown: boolean;
}

/** The call that blocks others: it is written before it is made, and ended by what is known of it. */
export interface PlatformCall {
  of: 'stage' | 'publish';
  leaseUntil: Time;
  /** The platform has taken the request, which is no result. */
  isAccepted: boolean;
  /** The post is live by it. */
  hasHappened: boolean;
}

/** One row with all that hangs on it, as one statement reads it. Payloads are compared by the loader. */
export interface AssignmentSnapshot {
  readonly kind: Kind;
  /** The fence of runs: events of an older generation are void. */
  generation: number;
  /** The fence of writes: of two that have read the same, the second is refused. */
  version: number;
  status: AssignmentStatus;
  /** Null: at once. */
  dueAt: Time | null;
  /** How long before its time the media may be brought. */
  aheadMs: number;
  endedAt: Time | null;
  /** Why it has failed. */
  error: Reason | null;
  media: {
    state: 'none' | 'begun' | 'whole';
    madeAt: Time | null;
    /** They are to be brought once more although the status is past that. */
    isDue: boolean;
    /** Since when no look has found them. */
    absentSince: Time | null;
    /** Their source serves a newer version. */
    isOutdated: boolean;
    /** They were sent once more ahead of the time; that is done once. */
    isSecond: boolean;
    /** Past the point of no return a loss was replaced; that is done once. */
    isReplaced: boolean;
  };
  draft: {
    isMade: boolean;
    /** When it came to be; a change of its payload makes no other one. */
    madeAt: Time | null;
    /** The payload that the draft has, compared with the one that is wanted. */
    payload: 'none' | 'same' | 'other';
    /** Something that is not public was replaced, and still is there. */
    hasReplaced: boolean;
  };
  call: PlatformCall | null;
  /** Tries of one work that failed in a row, and why the last one did. */
  tries: { of: Work; count: number; since: Time; nextAt: Time; error: Reason } | null;
  /** Refusals in unknown words in a row; a call that may have published is settled between two of them. */
  refusals: { of: Work; count: number; error: Reason } | null;
  /** The platform is still at it. */
  busy: { of: Work; since: Time; asks: number; nextAt: Time } | null;
  /** The last failure of the preparation: no failure is final before the time. `until` while it waits. */
  pause: { until: Time | null; error: Reason; failedAt: Time; count: number } | null;
  /** When all was last found in place; only while it is `uploaded`. */
  preparedAt: Time | null;
  cleanup: Debt;
  removal: Debt;
  /** The live post lacks extras that its payload asks for. */
  lacksExtras: boolean;
  channel: { isActive: boolean; token: 'valid' | 'expired' | 'missing' };
}

const earlyStatuses: readonly AssignmentStatus[] = ['pending', 'uploading', 'uploaded'];

/** Whether its status is final but for a retry. */
export function hasEnded({ status }: Pick<AssignmentSnapshot, 'status'>): boolean {
  return endedStatuses.includes(status);
}

/** Whether it is before the point of no return. */
export function isEarly({ status }: Pick<AssignmentSnapshot, 'status'>): boolean {
  return earlyStatuses.includes(status);
}

/** Whether its post may be live, or is, and the status does not say so. */
export function isOutcomeOpen({
  status,
  call,
}: {
  status: AssignmentStatus;
  call: Pick<PlatformCall, 'of'> | null;
}): boolean {
  return call?.of === 'publish' && status !== 'published';
}

/** Whether its preparation has failed, and waits to be tried again. */
export function waits({ status, pause }: Pick<AssignmentSnapshot, 'status' | 'pause'>, now: Time): boolean {
  return !hasEnded({ status }) && pause !== null && pause.until !== null && pause.until > now;
}

/** Its time, while that lies ahead; else null. */
export function timeAhead({ dueAt }: Pick<AssignmentSnapshot, 'dueAt'>, now: Time): Time | null {
  return dueAt !== null && dueAt > now ? dueAt : null;
}

/** Whether its time lies ahead. */
export function isAhead(assignment: Pick<AssignmentSnapshot, 'dueAt'>, now: Time): boolean {
  return timeAhead(assignment, now) !== null;
}
