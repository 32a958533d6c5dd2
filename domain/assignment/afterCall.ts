import { keepsPlatformObject } from '../failures/failures';
import { change, giveUp, nextRun, nothing, publish } from './change';
import type { Change } from './change';
import type { CallEvent } from './events';
import { isRefusedForGood } from './failed';
import { hasEnded } from './snapshot';
import type { AssignmentSnapshot, PlatformCall, Time } from './snapshot';

/** The change when a call is answered, or an object is made. */
export function afterCall(assignment: AssignmentSnapshot, event: CallEvent, now: Time): Change {
  if (event.is === 'answered')
    return event.answer === 'live'
      ? afterGoingLive({ ...assignment, lacksExtras: event.lacksExtras ?? assignment.lacksExtras }, now)
      : afterAnswer(assignment, event.answer, now);
  switch (event.what) {
    case 'draft':
      return afterStaging(assignment, event, now);
    case 'spare':
      return afterSpare(assignment, event.by);
    case 'session':
    case 'media':
      return afterTransfer(assignment, { what: event.what, by: event.by }, now);
  }
}

type Answer = Exclude<Extract<CallEvent, { is: 'answered' }>['answer'], 'live'>;

function afterAnswer(assignment: AssignmentSnapshot, answer: Answer, now: Time): Change {
  const { call, kind } = assignment;
  if (!call || call.hasHappened) return nothing(assignment);
  if (answer === 'lost') return afterLoss(assignment, call, now);
  if (answer === 'refused') return afterRefusal({ ...assignment, call: null }, now);
  // The answer to a call that stages is the draft that it has made.
  if (call.of === 'stage') return nothing(assignment);
  const busy = { of: 'settle' as const, since: now, asks: 0, nextAt: now + kind.pollMs };
  const taken = { ...assignment, call: { ...call, isAccepted: true }, tries: null, refusals: null, busy };
  return change(taken, { call: 'accepted' });
}

function afterGoingLive(assignment: AssignmentSnapshot, now: Time): Change {
  const { call } = assignment;
  if (isLiveWithoutCall(assignment)) return publish(assignment, now);
  if (call?.of !== 'publish' || call.hasHappened) return nothing(assignment);
  const happened = { ...assignment, call: { ...call, hasHappened: true } };
  // An ended assignment keeps the result for its retry.
  const live = hasEnded(assignment) ? change(happened) : publish(happened, now);
  return { ...live, call: 'happened' };
}

/** Whether a stored result is the answer, or no call is open: a look may find a post that no call of ours published. */
function isLiveWithoutCall({ status, call }: AssignmentSnapshot): boolean {
  return !hasEnded({ status }) && (call === null ? status === 'processing' : call.hasHappened);
}

/** The answer is lost. A staging call is given up once it can no longer arrive; a look settles a publishing call. */
function afterLoss(assignment: AssignmentSnapshot, call: PlatformCall, now: Time): Change {
  if (call.of === 'stage' && call.leaseUntil + assignment.kind.settleMs <= now) return withoutStaging(assignment);
  if (call.leaseUntil <= now) return nothing(assignment);
  return change({ ...assignment, call: { ...call, leaseUntil: now } }, { call: 'left' });
}

/** The staging call is given up: the payload of the platform's draft is unknown. */
function withoutStaging(assignment: AssignmentSnapshot): Change {
  const { draft } = assignment;
  const payload = draft.payload === 'none' ? 'none' : 'other';
  return change({ ...assignment, call: null, draft: { ...draft, payload } }, { call: 'lost' });
}

/** The call has not had its effect, and will not. */
function afterRefusal(assignment: AssignmentSnapshot, now: Time): Change {
  const { refusals } = assignment;
  const isOver = !hasEnded(assignment) && refusals !== null && isRefusedForGood(assignment);
  const ended = isOver ? giveUp(assignment, refusals.error, now) : change(assignment);
  return { ...ended, call: 'refused' };
}

/**
 * A draft answers its staging call, in whatever generation; a draft found later answers a call that was given up. An
 * outdated draft is noted only where no media on the platform lead to it. After the end, its removal is owed.
 */
function afterStaging(assignment: AssignmentSnapshot, { by, draft: made }: Staging, now: Time): Change {
  const { call, draft, media, generation } = assignment;
  const isCurrent = by === generation && isStageable(assignment);
  const isFound = call === null && made === 'new' && !draft.isMade && isCurrent;
  if (call?.of !== 'stage' && !isFound) return nothing(assignment);
  if (!isCurrent && media.state !== 'none') return withoutStaging(assignment);
  const noted = { ...assignment, call: null, draft: draftOf(draft, { made, isCurrent }, now) };
  const isOwed = made !== 'none' && owesItsObjects(assignment);
  return { ...(isOwed ? owed(noted, by) : change(noted)), call: 'staged' };
}

/** @param isCurrent the draft has the payload that is wanted now */
function draftOf(
  before: AssignmentSnapshot['draft'],
  { made, isCurrent }: { made: Staging['draft']; isCurrent: boolean },
  now: Time,
): AssignmentSnapshot['draft'] {
  return {
    isMade: made !== 'none',
    madeAt: made === 'new' ? now : before.madeAt,
    payload: isCurrent ? 'same' : 'other',
    hasReplaced: before.hasReplaced || (made === 'new' && before.isMade),
  };
}

type Staging = Extract<CallEvent, { what: 'draft' }>;

function isStageable({ status }: AssignmentSnapshot): boolean {
  return status === 'uploaded' || status === 'processing';
}

/**
 * While the assignment goes on, the object is noted; after its end, its removal is owed. Media of an earlier generation are
 * removed by their maker.
 */
function afterTransfer(
  assignment: AssignmentSnapshot,
  { what, by }: { what: 'session' | 'media'; by: number },
  now: Time,
): Change {
  const { media } = assignment;
  const state = what === 'media' ? ('whole' as const) : ('begun' as const);
  const noted = { ...assignment, media: { ...media, state, madeAt: now, absentSince: null } };
  if (hasEnded(assignment)) return owesItsObjects(assignment) ? owed(noted, by) : nothing(assignment);
  return by === assignment.generation && takesMedia(assignment) ? change(noted) : nothing(assignment);
}

/** The spare media are noted in every status: at its end the assignment removes the version that is not in use. */
function afterSpare(assignment: AssignmentSnapshot, by: number): Change {
  const noted = { ...assignment, draft: { ...assignment.draft, hasReplaced: true } };
  const isOwed = assignment.status === 'published' || owesItsObjects(assignment);
  return isOwed ? owed(noted, by) : change(noted);
}

/**
 * The run that made the object removes it. Where another generation has begun, that run may have ended: unless a run
 * already has the clean-up to do, the next run is ordered.
 */
function owed(assignment: AssignmentSnapshot, by: number): Change {
  const isOfRun = by === assignment.generation || assignment.cleanup === 'due';
  return isOfRun ? change({ ...assignment, cleanup: 'due' }) : nextRun(assignment, { cleanup: 'due' });
}

function takesMedia({ status, media }: AssignmentSnapshot): boolean {
  return status === 'uploading' || media.isDue;
}

/** Whether the objects have to be removed: no retry would go on with them, and the post is not public. */
function owesItsObjects({ status, error }: AssignmentSnapshot): boolean {
  if (status === 'failed') return error === null || !keepsPlatformObject.includes(error.code);
  return status === 'cancelled';
}
