import { allows } from './allows';
import { change, moveTo, nextRun, nothing, publish, andThen } from './change';
import type { Change } from './change';
import type { OfCaller } from './events';
import { isEarly, isOutcomeOpen } from './snapshot';
import type { AssignmentSnapshot, Time } from './snapshot';

/** What a caller asks for, or does with the channel. Void where `allows` refuses. */
export function afterCaller(assignment: AssignmentSnapshot, event: OfCaller, now: Time): Change {
  switch (event.is) {
    case 'edited':
      return afterEdit(assignment, event);
    case 'cancelled':
      return stop(assignment, moveTo(assignment, 'cancelled', now));
    case 'channelRemoved':
      return stop(assignment, moveTo(assignment, 'failed', now, 'CONNECTION_INACTIVE'));
    case 'channelRestored':
      return afterRestoring(assignment, now);
    case 'retried':
      return afterRetry(assignment, now);
    case 'takeDownAsked':
      return allows(assignment, 'takeDown') === null
        ? nextRun(assignment, { removal: 'due', endedAt: now })
        : nothing(assignment);
  }
}

/** Its run stops at once, and cleans up. */
function stop(assignment: AssignmentSnapshot, ended: Change): Change {
  if (allows(assignment, 'cancel') !== null) return nothing(assignment);
  return { ...ended, runs: [{ order: 'cancel', generation: assignment.generation }] };
}

/** A run that waits for another time, or has prepared another payload, goes on in the next generation. */
function afterEdit(assignment: AssignmentSnapshot, event: Extract<OfCaller, { is: 'edited' }>): Change {
  const { status, media, draft } = assignment;
  const isTooLate = event.isOtherMedia && status !== 'pending';
  if (allows(assignment, 'edit') !== null || isTooLate) return nothing(assignment);
  const isOfDraft = event.isOtherPayload && draft.payload !== 'none';
  const next: AssignmentSnapshot = {
    ...assignment,
    dueAt: event.dueAt,
    draft: { ...draft, payload: isOfDraft ? 'other' : draft.payload },
    ...(event.isOtherMedia && media.state !== 'none' && { cleanup: 'due' as const }),
  };
  const isPrepared = status !== 'pending' && event.isOtherPayload;
  if (event.dueAt === assignment.dueAt && !isPrepared) return change(next);
  return nextRun(next, editedRun(next), { terminates: true });
}

/** Nothing of what the run before had prepared or counted holds; media that were coming wait for their new time. */
function editedRun({ status, dueAt, aheadMs, pause, media }: AssignmentSnapshot): Partial<AssignmentSnapshot> {
  const waits = status === 'uploading' && dueAt !== null && pause !== null;
  return {
    preparedAt: null,
    busy: null,
    tries: null,
    refusals: null,
    pause: waits ? { ...pause, until: dueAt - aheadMs, count: 0 } : null,
    media: { ...media, isSecond: false, isOutdated: false },
  };
}

/** A channel that works again: what waits because its preparation failed is tried at once. */
function afterRestoring(assignment: AssignmentSnapshot, now: Time): Change {
  const { pause } = assignment;
  const isPaused = isEarly(assignment) && pause !== null && pause.until !== null && pause.until > now;
  if (!isPaused) return nothing(assignment);
  return nextRun(assignment, { pause: { ...pause, until: null, count: 0 } }, { terminates: true });
}

/**
 * It begins anew, for another hold, with what is still on the platform. A result that came after the end is its answer. Without
 * access to the channel it fails at once, unless something has to be found out or removed.
 */
function afterRetry(assignment: AssignmentSnapshot, now: Time): Change {
  const { channel, cleanup, media, call } = assignment;
  if (allows(assignment, 'retry') !== null || !channel.isActive) return nothing(assignment);
  const owes = cleanup === 'due' || cleanup === 'failed';
  const fresh: Partial<AssignmentSnapshot> = {
    status: 'pending',
    error: null,
    endedAt: null,
    cleanup: owes ? 'due' : 'none',
    pause: null,
    tries: null,
    busy: null,
    refusals: null,
    media: { ...media, isDue: false, isSecond: false, isReplaced: false, isOutdated: false, absentSince: null },
  };
  // The failed run may still be at its clean-up, which the new one takes over.
  const run = nextRun(assignment, fresh, { terminates: cleanup === 'due' });
  const taken: Change = { ...run, moves: ['pending'], credits: ['hold'] };
  if (call?.hasHappened) return andThen(taken, (next) => publish(next, now));
  if (channel.hasToken || owes || isOutcomeOpen(assignment)) return taken;
  return andThen({ ...taken, runs: [] }, (next) => moveTo(next, 'failed', now, 'TOKEN_EXPIRED'));
}
