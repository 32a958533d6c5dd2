import { keepsPlatformObject } from '../failures';
import { change, giveUp, nextRun, nothing, publish } from './change';
import type { Change } from './change';
import type { OfCall } from './events';
import { isRefusedForGood } from './failed';
import { hasEnded } from './snapshot';
import type { AssignmentSnapshot, Time } from './snapshot';

/** A call is answered, or an object is made. */
export function afterCall(assignment: AssignmentSnapshot, event: OfCall, now: Time): Change {
  return event.is === 'made' ? afterMaking(assignment, event, now) : afterAnswer(assignment, event.answer, now);
}

type Answer = Extract<OfCall, { is: 'answered' }>['answer'];

function afterAnswer(assignment: AssignmentSnapshot, answer: Answer, now: Time): Change {
  const { call, draft, kind } = assignment;
  if (!call || call.hasHappened) return nothing(assignment);
  if (answer === 'lost')
    return change({ ...assignment, call: { ...call, leaseUntil: Math.min(now, call.leaseUntil) } });
  if (answer === 'refused') {
    const payload = call.of === 'stage' ? 'other' : draft.payload;
    return afterRefusal({ ...assignment, call: null, draft: { ...draft, payload } }, now);
  }
  // The answer to a call that stages is the draft that it has made.
  if (call.of === 'stage') return nothing(assignment);
  if (answer === 'accepted') {
    const busy = { of: 'settle' as const, since: now, asks: 0, nextAt: now + kind.pollMs };
    return change({ ...assignment, call: { ...call, isAccepted: true }, refusals: null, busy });
  }
  const happened = { ...assignment, call: { ...call, hasHappened: true } };
  // An ended assignment keeps the result for its retry.
  return hasEnded(assignment) ? change(happened) : publish(happened, now);
}

/** The call has not published, and will not. */
function afterRefusal(assignment: AssignmentSnapshot, now: Time): Change {
  const isOver = !hasEnded(assignment) && isRefusedForGood(assignment);
  return isOver ? giveUp(assignment, { code: 'PLATFORM_REJECTED' }, now) : change(assignment);
}

/**
 * While the assignment goes on, the object is noted; after its end, its removal is owed. A draft is the answer of its call, in
 * whatever generation. Media of an earlier generation are removed by their maker.
 */
function afterMaking(assignment: AssignmentSnapshot, { what, by }: Making, now: Time): Change {
  const isCurrent = by === assignment.generation;
  const isStaged = what === 'draft' && assignment.call?.of === 'stage';
  const noted = withObject(assignment, what, isCurrent, now);
  if (hasEnded(assignment)) {
    const isNew = isStaged || (what !== 'draft' && assignment.media.state === 'none');
    return isNew && owesItsObjects(assignment) ? owed(noted) : nothing(assignment);
  }
  const isWanted = isStaged || (what !== 'draft' && isCurrent && takesMedia(assignment));
  return isWanted ? change(noted) : nothing(assignment);
}

/** Its run may have ended: unless one has the clean-up to do, the next one is ordered. */
function owed(assignment: AssignmentSnapshot): Change {
  return assignment.cleanup === 'due' ? change(assignment) : nextRun(assignment, { cleanup: 'due' });
}

function takesMedia({ status, media }: AssignmentSnapshot): boolean {
  return status === 'uploading' || media.isDue;
}

/** No retry would go on with them, and the post is not public. */
function owesItsObjects({ status, error }: AssignmentSnapshot): boolean {
  if (status === 'failed') return error === null || !keepsPlatformObject.includes(error);
  return status === 'cancelled';
}

type Making = Extract<OfCall, { is: 'made' }>;

/** @param isCurrent the draft has the payload that is wanted now */
function withObject(
  assignment: AssignmentSnapshot,
  what: Making['what'],
  isCurrent: boolean,
  now: Time,
): AssignmentSnapshot {
  const { draft, media } = assignment;
  if (what === 'draft')
    return { ...assignment, call: null, draft: { ...draft, isMade: true, payload: isCurrent ? 'same' : 'other' } };
  const state = what === 'media' ? 'whole' : 'begun';
  return { ...assignment, media: { ...media, state, madeAt: now, absentSince: null } };
}
