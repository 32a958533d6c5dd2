import { lackOfToken, plainFailure } from '../failures/failures';
import { allows } from './allows';
import { change, moveTo, nextRun, nothing, publish, andThen } from './change';
import type { Change } from './change';
import type { CallerEvent } from './events';
import { obstacleTo } from './interventions';
import { debtsOf } from './nextStep';
import { isEarly, isOutcomeOpen, waits } from './snapshot';
import { afterTakeDownAsked } from './takeDown';
import type { AssignmentSnapshot, Time } from './snapshot';

/** The change that a caller's request makes, or a change of the channel. Void where `allows` refuses. */
export function afterCaller(assignment: AssignmentSnapshot, event: CallerEvent, now: Time): Change {
  switch (event.is) {
    case 'edited':
      return afterEdit(assignment, event);
    case 'cancelled':
      return afterCancellation(assignment, event, now);
    case 'channelRemoved':
      return stop(assignment, moveTo(assignment, 'failed', now, plainFailure('CONNECTION_INACTIVE')));
    case 'resumed':
      return afterResumption(assignment, event, now);
    case 'retried':
      return afterRetry(assignment, now);
    case 'takeDownAsked':
      return afterTakeDownAsked(assignment, event, now);
  }
}

function afterCancellation(assignment: AssignmentSnapshot, { run }: OfKind<'cancelled'>, now: Time): Change {
  if (run !== undefined && run !== assignment.generation) return nothing(assignment);
  const stopped = stop(assignment, moveTo(assignment, 'cancelled', now));
  // The cancelled run knows of the cancellation.
  return run === undefined ? stopped : { ...stopped, runs: [] };
}

type OfKind<Is extends CallerEvent['is']> = Extract<CallerEvent, { is: Is }>;

/** The run of the assignment stops at once, and cleans up. */
function stop(assignment: AssignmentSnapshot, ended: Change): Change {
  if (allows(assignment, 'cancel') !== null) return nothing(assignment);
  return { ...ended, runs: [{ order: 'cancel', generation: assignment.generation }] };
}

/** A run that waits for another time, or has prepared another payload, goes on in the next generation. */
function afterEdit(assignment: AssignmentSnapshot, event: OfKind<'edited'>): Change {
  const { status, media, draft } = assignment;
  if (allows(assignment, event.isOtherMedia ? 'editMedia' : 'edit') !== null) return nothing(assignment);
  const isOfDraft = event.isOtherPayload && draft.payload !== 'none';
  const next: AssignmentSnapshot = {
    ...assignment,
    dueAt: event.dueAt,
    aheadMs: event.aheadMs,
    draft: { ...draft, payload: isOfDraft ? 'other' : draft.payload },
    ...(event.isOtherMedia && media.state !== 'none' && { cleanup: 'due' as const }),
  };
  const isOther = status === 'pending' ? event.isOtherAhead : event.isOtherPayload;
  if (event.dueAt === assignment.dueAt && !isOther) return change(next);
  return nextRun(next, editedRun(next), { terminates: true });
}

/** The next run starts without the last run's preparation and counts. Media under way wait for the new time. */
function editedRun({ status, dueAt, aheadMs, pause, media }: AssignmentSnapshot): Partial<AssignmentSnapshot> {
  const waits = status === 'uploading' && dueAt !== null;
  return {
    preparedAt: null,
    busy: null,
    tries: null,
    refusals: null,
    pause: pause && { ...pause, until: waits ? dueAt - aheadMs : null, count: 0 },
    media: { ...media, isSecond: false, isOutdated: false },
  };
}

/** The next run tries at once. Leases, settling times and the time of the post stay. */
function afterResumption(assignment: AssignmentSnapshot, { by }: OfKind<'resumed'>, now: Time): Change {
  const { pause, tries } = assignment;
  if (by === 'operator' && obstacleTo('retryNow', assignment, now) !== null) return nothing(assignment);
  const isPaused = isEarly(assignment) && waits(assignment, now);
  if (by === 'channel' && !isPaused) return nothing(assignment);
  const resumed: Partial<AssignmentSnapshot> = {
    pause: isPaused ? pause && { ...pause, until: null, count: 0 } : pause,
    tries: by === 'operator' ? tries && { ...tries, nextAt: Math.min(tries.nextAt, now) } : tries,
  };
  return nextRun(assignment, resumed, { terminates: true });
}

/** The assignment begins again, with another hold of credits and the objects that the platform still has. */
function afterRetry(assignment: AssignmentSnapshot, now: Time): Change {
  const { channel, cleanup, media, call } = assignment;
  if (allows(assignment, 'retry') !== null || !channel.isActive) return nothing(assignment);
  const owes = cleanup === 'due' || cleanup === 'failed';
  const isToRepeat = call?.of === 'publish' && !call.hasHappened && !call.isRepeatable;
  const fresh: Partial<AssignmentSnapshot> = {
    status: 'pending',
    error: null,
    endedAt: null,
    cleanup: owes ? 'due' : 'none',
    pause: null,
    tries: null,
    busy: null,
    refusals: null,
    ...(isToRepeat && { call: { ...call, isRepeatable: true } }),
    media: { ...media, isDue: false, isSecond: false, isReplaced: false, isOutdated: false, absentSince: null },
  };
  // The failed run may still be at its clean-up, which the new run takes over.
  const run = nextRun(assignment, fresh, { terminates: cleanup === 'due' });
  const taken: Change = { ...run, moves: ['pending'], credits: ['hold'], call: isToRepeat ? 'repeatable' : null };
  return withoutIdleRun(andThen(taken, (next) => afterCreation(next, now)));
}

/** An assignment that has failed again at once, and owes nothing, needs no run. */
function withoutIdleRun(made: Change): Change {
  const isIdle = made.assignment.status === 'failed' && debtsOf(made.assignment).length === 0;
  return isIdle ? { ...made, runs: made.runs.filter(({ order }) => order !== 'start') } : made;
}

/**
 * A new assignment, or a retried one. A result that came after the end is its answer. Without access to the channel it
 * fails at once, unless something has to be found out or removed.
 */
export function afterCreation(assignment: AssignmentSnapshot, now: Time): Change {
  const { call, cleanup, channel } = assignment;
  if (call?.hasHappened) return publish(assignment, now);
  if (channel.token === 'valid' || cleanup === 'due' || isOutcomeOpen(assignment)) return nothing(assignment);
  return moveTo(assignment, 'failed', now, lackOfToken(channel.token));
}
