import { afterCall } from './afterCall';
import { afterCaller } from './afterCaller';
import { afterRun } from './afterRun';
import type { Change } from './change';
import { nothing } from './change';
import { nameOf } from './events';
import type { Event } from './events';
import { workOf } from './nextStep';
import { hasEnded, triedAs } from './snapshot';
import type { AssignmentSnapshot, Time, Work } from './snapshot';

/**
 * The change that an event makes to an assignment: the only place where its status, its counters and clocks, its debts
 * and its generation change. The function is total: an event that the assignment is past is void.
 */
export function after(assignment: AssignmentSnapshot, event: Event, now: Time): Change {
  const made = judge(assignment, event, now);
  if (made.isVoid) return made;
  return { ...made, events: [nameOf(event)], assignment: withoutOthersClocks(made.assignment, now) };
}

function judge(assignment: AssignmentSnapshot, event: Event, now: Time): Change {
  if (event.is === 'answered' || event.is === 'made') return afterCall(assignment, event, now);
  if (!('generation' in event)) return afterCaller(assignment, event, now);
  return event.generation === assignment.generation ? afterRun(assignment, event, now) : nothing(assignment);
}

/** Removes the counters and clocks of work that is over, so that no other code has to reset them. */
function withoutOthersClocks(assignment: AssignmentSnapshot, now: Time): AssignmentSnapshot {
  const work = workOf(assignment, now);
  const { tries, busy, refusals, preparedAt, pause, status } = assignment;
  const isTried = (counted: { of: Work } | null) => work !== null && counted?.of === triedAs(work);
  return {
    ...assignment,
    tries: isTried(tries) ? tries : null,
    busy: busy?.of === work ? busy : null,
    refusals: isTried(refusals) ? refusals : null,
    preparedAt: status === 'uploaded' ? preparedAt : null,
    pause: hasEnded(assignment) ? null : pause,
  };
}
