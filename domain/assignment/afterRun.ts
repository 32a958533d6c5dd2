import { plainFailure } from '../failures/failures';
import { awake, change, giveUp, moveTo, nextRun, nothing, andThen } from './change';
import type { Change } from './change';
import type { RunEvent } from './events';
import { failedTry, leaveRenewal, lookAgain, tookTooLong } from './failed';
import { givenUp } from './interventions';
import { debtsOf, nextStep, workOf } from './nextStep';
import { takenDown } from './takeDown';
import { hasEnded, isAhead, waits } from './snapshot';
import type { AssignmentSnapshot, Reason, Time } from './snapshot';

const longestPollMs = 60_000;

type OfKind<Is extends RunEvent['is']> = Extract<RunEvent, { is: Is }>;

/** The change that a report of this generation's run makes. */
export function afterRun(assignment: AssignmentSnapshot, event: RunEvent, now: Time): Change {
  if (isOfWork(event)) return afterWork(assignment, event, now);
  switch (event.is) {
    case 'began':
      return begin(assignment, now);
    case 'calling':
      return beforeCall(assignment, event, now);
    case 'progressed':
      return afterProgress(assignment, event, now);
    case 'failed':
      return afterFailure(assignment, event, now);
    case 'cleaned':
      return afterCleanUp(assignment, event, now);
    case 'orphaned':
      return afterLossOfRun(assignment, event, now);
  }
}

const ofWork = ['uploaded', 'prepared', 'busy', 'outdated', 'renewed', 'completed'] as const;
type OfWork = OfKind<(typeof ofWork)[number]>;

function isOfWork(event: RunEvent): event is OfWork {
  return ofWork.some((is) => is === event.is);
}

/** The change when work has succeeded, or has shown something. */
function afterWork(assignment: AssignmentSnapshot, event: OfWork, now: Time): Change {
  switch (event.is) {
    case 'uploaded':
      return afterUpload(assignment, now);
    case 'prepared':
      return afterPreparation(assignment, event.asOf ?? now, now);
    case 'busy':
      return afterBusy(assignment, event, now);
    case 'outdated':
      return afterNews(assignment, now);
    case 'renewed':
      return afterRenewal(assignment, event, now);
    case 'completed':
      return afterCompletion(assignment);
  }
}

/**
 * The run takes the next step up, to `uploading` also where something is removed before the first byte. The channel is judged
 * when the time of that step has come.
 */
function begin(assignment: AssignmentSnapshot, now: Time): Change {
  const { status, pause, channel } = assignment;
  const step = nextStep(assignment, now);
  const isUpload = (step.do === 'upload' || step.do === 'cleanUp') && status === 'pending';
  const isPublication = step.do === 'publish' && status === 'uploaded';
  const wakes = step.do !== 'wait' && pause !== null && pause.until !== null;
  const next = wakes ? { ...assignment, pause: awake(pause) } : assignment;
  if (!isUpload && !isPublication) return wakes ? change(next) : nothing(assignment);
  if (!channel.isActive) return giveUp(next, plainFailure('CONNECTION_INACTIVE'), now);
  return moveTo(next, isUpload ? 'uploading' : 'processing', now);
}

function afterProgress(assignment: AssignmentSnapshot, { ends }: OfKind<'progressed'>, now: Time): Change {
  const { tries, media } = assignment;
  if (ends === 'absence') return media.absentSince === null ? nothing(assignment) : change(found(assignment));
  if (!tries) return nothing(assignment);
  if (ends === 'clock') return change({ ...assignment, tries: { ...tries, since: now } });
  return change({ ...assignment, tries: null, refusals: null });
}

function afterCompletion(assignment: AssignmentSnapshot): Change {
  const isOwed = assignment.status === 'published' && assignment.lacksExtras;
  return isOwed ? change({ ...assignment, lacksExtras: false }) : nothing(assignment);
}

/** All media are with the platform. If nothing lies between, that is the point of no return. */
function afterUpload(assignment: AssignmentSnapshot, now: Time): Change {
  const { status, media, kind } = assignment;
  if (status !== 'uploading' && !media.isDue) return nothing(assignment);
  const arrived = kind.hasMedia && media.state !== 'none' ? { state: 'whole' as const, absentSince: null } : {};
  const there = { ...assignment, media: { ...media, ...arrived, isDue: false } };
  const moved = status === 'uploading' ? moveTo(there, 'uploaded', now) : change(there);
  return andThen(moved, (next) => begin(next, now));
}

function afterPreparation(assignment: AssignmentSnapshot, preparedAt: Time, now: Time): Change {
  if (workOf(assignment, now) !== 'prepare') return nothing(assignment);
  return change({ ...found(assignment), preparedAt, pause: null });
}

/** The platform is still at it, which is progress, up to its limit. */
function afterBusy(assignment: AssignmentSnapshot, { ifItStays }: OfKind<'busy'>, now: Time): Change {
  const of = workOf(assignment, now);
  if (of !== 'settle' && of !== 'prepare' && of !== 'publish') return nothing(assignment);
  const { kind, busy } = assignment;
  const { since, asks } = busy?.of === of ? busy : { since: now, asks: 0 };
  if (now - since > kind.processingLimitMs)
    return ifItStays ? stayed(assignment, ifItStays, now) : giveUp(assignment, tookTooLong(kind), now);
  const nextAt = now + Math.min(kind.pollMs * 2 ** asks, longestPollMs);
  const next = { ...found(assignment), tries: null, refusals: null, busy: { of, since, asks: asks + 1, nextAt } };
  return change(next, { givesUpPlace: true });
}

/** The call that the platform has taken has had no effect, and the clean-up leaves it none. */
function stayed(assignment: AssignmentSnapshot, reason: Reason, now: Time): Change {
  const { call } = assignment;
  const ended = giveUp({ ...assignment, call: null }, reason, now);
  return call === null ? ended : { ...ended, call: 'refused' };
}

/** The platform has the objects that were made there: their absence ends. */
function found(assignment: AssignmentSnapshot): AssignmentSnapshot {
  return { ...assignment, media: { ...assignment.media, absentSince: null } };
}

/** A newer version is brought once, and never after the time. */
function afterNews(assignment: AssignmentSnapshot, now: Time): Change {
  const { media } = assignment;
  if (workOf(assignment, now) !== 'prepare' || media.isSecond || !isAhead(assignment, now)) return nothing(assignment);
  return change({ ...assignment, media: { ...media, isOutdated: true } });
}

/** The newer media are prepared in place of the older ones, which are removed at the end. */
function afterRenewal(assignment: AssignmentSnapshot, { isTaken }: OfKind<'renewed'>, now: Time): Change {
  const { media } = assignment;
  if (workOf(assignment, now) !== 'renew') return nothing(assignment);
  if (!isTaken) return leaveRenewal(assignment);
  return change({
    ...assignment,
    media: { ...media, isOutdated: false, isSecond: true, madeAt: now, absentSince: null },
    draft: { isMade: false, madeAt: null, payload: 'none', hasReplaced: true },
    preparedAt: null,
  });
}

/** Another run goes on. For a cancelled assignment it is cancelled, too. */
function afterLossOfRun(assignment: AssignmentSnapshot, { isAlive = false }: OfKind<'orphaned'>, now: Time): Change {
  if (nextStep(assignment, now).do === 'end') return nothing(assignment);
  const next = nextRun(assignment, {}, { terminates: isAlive });
  if (assignment.status !== 'cancelled') return next;
  const cancel = { order: 'cancel', generation: next.assignment.generation } as const;
  return { ...next, runs: [...next.runs, cancel] };
}

/** One call at a time, and no publishing call before the point of no return. A look has found the media to publish. */
function beforeCall(assignment: AssignmentSnapshot, { of }: OfKind<'calling'>, now: Time): Change {
  const { call, media, status, kind } = assignment;
  const isInPlace = status === 'processing' || (of === 'stage' && status === 'uploaded');
  if (call !== null || media.isDue || !isInPlace) return nothing(assignment);
  const made = { of, leaseUntil: now + kind.leaseMs, isAccepted: false, hasHappened: false, isRepeatable: false };
  return change({ ...(of === 'publish' ? found(assignment) : assignment), call: made }, { call: 'begun' });
}

/**
 * A failure of work that the assignment is past says nothing, nor does a failure while its preparation waits. But a
 * call that was refused may have published all the same.
 */
function afterFailure(assignment: AssignmentSnapshot, { of, failure }: OfKind<'failed'>, now: Time): Change {
  if (failure.isGivenUp) return givenUp(assignment, of, failure, now);
  if (waits(assignment, now)) return nothing(assignment);
  const work = workOf(assignment, now);
  const isOfCall = work === 'settle' && of === 'publish' && failure.isUnfamiliar === true;
  const isOfDebt = hasEnded(assignment) && debtsOf(assignment).includes(of);
  return of === work || isOfCall || isOfDebt ? failedTry(assignment, of, failure, now) : nothing(assignment);
}

/** The objects are removed, or public and stay. An object that no look finds may exist until it is certainly gone. */
function afterCleanUp(assignment: AssignmentSnapshot, event: OfKind<'cleaned'>, now: Time): Change {
  const { media, draft, status, version } = assignment;
  const isRemoval = event.debt === 'removal';
  const state = isRemoval ? assignment.removal?.state : assignment.cleanup;
  if (state !== 'due' || event.asOf !== version) return nothing(assignment);
  const of = isRemoval ? 'takeDown' : 'cleanUp';
  const looking = event.outcome === 'unseen' ? lookAgain(assignment, of, event.madeAt, now) : null;
  if (looking) return looking;
  if (isRemoval) return takenDown(assignment, now);
  const isKept = event.outcome === 'kept' || status === 'published';
  const there = { ...media, absentSince: null };
  const next: AssignmentSnapshot = {
    ...assignment,
    cleanup: 'done',
    media: there,
    draft: { ...draft, hasReplaced: false },
  };
  if (isKept) return change(next);
  const none = { ...there, state: 'none' as const, madeAt: null };
  return change({ ...next, media: none, draft: { isMade: false, madeAt: null, payload: 'none', hasReplaced: false } });
}
