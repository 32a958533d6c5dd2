import { endedStatuses } from '../assignment';
import type { AssignmentError, AssignmentStatus } from '../assignment';
import type { FailureCode } from '../failures/failures';
import type { RemovalMode } from '../platform';
import type { RemovalCaller, RemovalState } from './removal';

/** Milliseconds of the database's clock. */
export type Time = number;

/** The work that a run can do next. Each counter and clock of an assignment names its work, and ends with it. */
export type Work =
  /** Finds out the outcome of a call that may have made or published something. */
  | 'settle'
  /** Brings the media to the platform. */
  | 'upload'
  /** Puts all in place ahead of the time, and looks whether all still is in place. */
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

/** A publishing call and the question about its outcome are tried as one: their tries, and refusals, count together. */
export function triedAs(work: Work): Work {
  return work === 'settle' ? 'publish' : work;
}

/** Something that is owed to the platform: `failed` once it was given up. */
export type Debt = 'none' | 'due' | 'done' | 'failed';

/** The removal of a public post, from the request to its end (contract.md §2). */
export interface PostRemoval {
  state: RemovalState;
  mode: RemovalMode;
  askedAt: Time;
  askedBy: RemovalCaller;
  endedAt: Time | null;
  /** Why it has failed. */
  error: Reason | null;
}

/** A failure as callers are told of it. */
export interface Reason extends AssignmentError {
  code: FailureCode;
}

/** A failed try, in the terms that decide the next step. */
export interface Failure extends Reason {
  /** Another try can help. */
  transient: boolean;
  /** The platform asks for this wait. */
  retryAfterMs?: number;
  /** A refusal in unknown words (contract.md §2). */
  isUnfamiliar?: boolean;
  /** The unknown words, for callers who are told of them in the end; the message where they are left out. */
  refusal?: string;
  /** The platform does not find the objects of the assignment (contract.md §2). */
  isAbsent?: boolean;
  /** The platform says that it has lost the objects. */
  isLost?: boolean;
  /** The platform cannot use the media as they are. */
  isUseless?: boolean;
  /** The platform will not keep the media until the time of the post. */
  isShortLived?: boolean;
  /** An operator gives the work up: nothing is tried again, not even ahead of the time. */
  isGivenUp?: boolean;
}

/** The facts that platform, type and settings fix for the whole life of an assignment. Times are in milliseconds. */
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
  /** The ways in which posts of this kind can be taken down. */
  removalModes: readonly RemovalMode[];
}

/** The call that blocks others: the call is stored before it is made, and ended by the facts that are known of it. */
export interface PlatformCall {
  of: 'stage' | 'publish';
  leaseUntil: Time;
  /** The platform has taken the request, which is no result. */
  isAccepted: boolean;
  /** The post is live by this call. */
  hasHappened: boolean;
  /** The caller has retried although the outcome is unknown: a call without a trace may be made again. */
  isRepeatable: boolean;
}

/** One row with all that hangs on it, as one statement reads it. Payloads are compared by the loader. */
export interface AssignmentSnapshot {
  readonly kind: Kind;
  /** The fence of runs: events of an older generation are void. */
  generation: number;
  /** The fence of writes: of two writes that come from the same version, the second is refused. */
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
    /** The media are to be brought once more although the status is past that. */
    isDue: boolean;
    /** The time since which no look has found the media. */
    absentSince: Time | null;
    /** The source of the media serves a newer version. */
    isOutdated: boolean;
    /** The media were sent once more ahead of the time; that is done once. */
    isSecond: boolean;
    /** Past the point of no return a loss was replaced; that is done once. */
    isReplaced: boolean;
  };
  draft: {
    isMade: boolean;
    /** When the draft was made; a change of its payload makes no other draft. */
    madeAt: Time | null;
    /** The payload of the draft, compared with the wanted payload. */
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
  /** When all was last found in place; only while the assignment is `uploaded`. */
  preparedAt: Time | null;
  cleanup: Debt;
  removal: PostRemoval | null;
  /** The live post lacks extras that its payload asks for. */
  lacksExtras: boolean;
  channel: { isActive: boolean; token: 'valid' | 'expired' | 'missing' };
}

const earlyStatuses: readonly AssignmentStatus[] = ['pending', 'uploading', 'uploaded'];

/** Whether the status is final but for a retry. */
export function hasEnded({ status }: Pick<AssignmentSnapshot, 'status'>): boolean {
  return endedStatuses.includes(status);
}

/** Whether the assignment is before the point of no return. */
export function isEarly({ status }: Pick<AssignmentSnapshot, 'status'>): boolean {
  return earlyStatuses.includes(status);
}

/** Whether the post may be live, or is, and the status does not say so. */
export function isOutcomeOpen({
  status,
  call,
}: {
  status: AssignmentStatus;
  call: Pick<PlatformCall, 'of'> | null;
}): boolean {
  return call?.of === 'publish' && status !== 'published';
}

/** Whether the preparation has failed, and waits to be tried again. */
export function waits({ status, pause }: Pick<AssignmentSnapshot, 'status' | 'pause'>, now: Time): boolean {
  return !hasEnded({ status }) && pause !== null && pause.until !== null && pause.until > now;
}

/** The time of the assignment, while that lies ahead; else null. */
export function timeAhead({ dueAt }: Pick<AssignmentSnapshot, 'dueAt'>, now: Time): Time | null {
  return dueAt !== null && dueAt > now ? dueAt : null;
}

/** Whether the time of the assignment lies ahead. */
export function isAhead(assignment: Pick<AssignmentSnapshot, 'dueAt'>, now: Time): boolean {
  return timeAhead(assignment, now) !== null;
}

/** Whether the public post is deleted, or is being taken down: nothing else is done to it then. */
export function isTakenDown({ removal }: { removal: Pick<PostRemoval, 'state' | 'mode'> | null }): boolean {
  return removal?.state === 'due' || (removal?.state === 'done' && removal.mode === 'delete');
}
