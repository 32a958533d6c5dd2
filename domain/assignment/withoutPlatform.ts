import { paced } from '../pace';
import { nextStep } from './nextStep';
import { isOutcomeOpen } from './snapshot';
import type { AssignmentSnapshot, Time } from './snapshot';

const hourMs = 3_600_000;
/** An assignment that has published nothing waits so long for its platform, from its time on (contract.md §11). */
const patienceMs = 24 * hourMs;

/** Times from which on an assignment is waited for whose platform is not offered. */
export interface WaitingSince {
  /** Its time: that for which it was scheduled, else that at which it was accepted or retried. */
  itsTime: Time;
  /** Of its last step towards a post that may be public. */
  mayBePublic: Time;
}

/** An assignment whose platform is not offered. It keeps its status, and is looked at again. */
export interface AssignmentWithoutPlatform {
  /** Its post is public, or may be. */
  mayBePublic: boolean;
  /** Nothing but its platform keeps it from its next status. */
  isDue: boolean;
  /** Until it is given up, in milliseconds. */
  leftMs: number;
  /** The wait until a look whether the platform is offered again: an hour while the post's time is further ahead. */
  lookMs: number;
}

/** @param processingMs for so long a post that may be public is waited for */
export function stranded(
  assignment: AssignmentSnapshot,
  now: Time,
  since: WaitingSince,
  processingMs: number,
): AssignmentWithoutPlatform {
  const { status, dueAt, media } = assignment;
  const mayBePublic = status === 'processing' || isOutcomeOpen(assignment);
  const isPending = status === 'pending' && nextStep(assignment, now).do !== 'wait';
  const aheadMs = (dueAt ?? now) - now;
  const leftMs = (mayBePublic ? since.mayBePublic + processingMs : since.itsTime + patienceMs) - now;
  return {
    mayBePublic,
    isDue: !mayBePublic && (isPending || (status === 'uploaded' && !media.isDue && aheadMs <= 0)),
    leftMs,
    lookMs: Math.min(leftMs, aheadMs > hourMs ? hourMs : paced(60_000)),
  };
}
