import { change, moveTo, nextRun, nothing, reasonOf } from './change';
import type { Change } from './change';
import type { Event } from './events';
import { debtsOf, nextStep } from './nextStep';
import { hasEnded } from './snapshot';
import type { AssignmentSnapshot, Failure, Reason, Time, Work } from './snapshot';

/** The actions by which an operator helps an assignment that does not come on (docs/runbook.md). */
export const interventions = ['retryNow', 'reconcile', 'giveUp', 'endCleanUp'] as const;
export type Intervention = (typeof interventions)[number];

/** Why an intervention is refused now, in the words that follow "refused:". */
export const obstacleWords = {
  nothingLeft: 'nothing is left to be done for it',
  notWaiting: 'it does not wait for another try',
  callUnderWay: 'a call to the platform may be under way, or may still have its effect',
  ended: 'it has ended',
  noCleanUp: 'it has not ended, or nothing of it has to be removed',
} as const;
export type Obstacle = keyof typeof obstacleWords;

/** Why an operator may not do this now; null: it is allowed. No intervention shortens a lease or a settling time. */
export function obstacleTo(intervention: Intervention, assignment: AssignmentSnapshot, now: Time): Obstacle | null {
  switch (intervention) {
    case 'retryNow':
      return obstacleToTry(assignment, now);
    case 'reconcile':
      return nextStep(assignment, now).do === 'end' ? 'nothingLeft' : null;
    case 'giveUp':
      if (hasEnded(assignment)) return 'ended';
      return isUnderWay(assignment, now) ? 'callUnderWay' : null;
    case 'endCleanUp':
      return hasEnded(assignment) && assignment.cleanup === 'due' ? null : 'noCleanUp';
  }
}

/** A try is made at once if nothing else holds it back. */
function obstacleToTry(assignment: AssignmentSnapshot, now: Time): Obstacle | null {
  const step = nextStep(assignment, now);
  if (step.do === 'end') return 'nothingLeft';
  if (step.do !== 'wait') return 'notWaiting';
  if (step.for === 'the end of a call') return 'callUnderWay';
  return step.for === 'its next try' || step.for === 'its preparation is tried again' ? null : 'notWaiting';
}

/** Whether the call has no answer yet, and may still get one or have its effect. */
function isUnderWay({ call, kind }: AssignmentSnapshot, now: Time): boolean {
  return call !== null && !call.isAccepted && now < call.leaseUntil + kind.settleMs;
}

/** The event by which an intervention changes an assignment; void where `obstacleTo` refuses it. */
export function eventOf(intervention: Intervention, assignment: AssignmentSnapshot): Event {
  const { generation } = assignment;
  switch (intervention) {
    case 'retryNow':
      return { is: 'resumed', by: 'operator' };
    case 'reconcile':
      return { is: 'orphaned', generation, isAlive: true };
    case 'giveUp':
    case 'endCleanUp': {
      const of = intervention === 'endCleanUp' ? 'cleanUp' : 'publish';
      const failure = { ...lastReason(assignment), transient: false, isGivenUp: true };
      return { is: 'failed', generation, of, failure };
    }
  }
}

/** What a caller is told of an assignment that an operator has given up. */
export const endedTries = 'The operator of this service has ended the tries. Retry it later.';

/** The caller is told why the last try has failed, and who has ended the tries. */
function lastReason({ tries, refusals, pause }: AssignmentSnapshot): Reason {
  const last = tries?.error ?? refusals?.error ?? pause?.error;
  return last ? { ...last, message: `${last.message} ${endedTries}` } : { code: 'INTERNAL', message: endedTries };
}

/** An operator has given up the work: the assignment fails, or what is not public stays on the platform. */
export function givenUp(assignment: AssignmentSnapshot, of: Work, failure: Failure, now: Time): Change {
  const { generation } = assignment;
  const isCleanUp = of === 'cleanUp';
  if (obstacleTo(isCleanUp ? 'endCleanUp' : 'giveUp', assignment, now) !== null) return nothing(assignment);
  if (!isCleanUp) {
    const failed = moveTo(assignment, 'failed', now, reasonOf(assignment, failure));
    return { ...failed, runs: [{ order: 'cancel', generation }] };
  }
  const left: AssignmentSnapshot = { ...assignment, cleanup: 'failed' };
  if (debtsOf(left).length > 0) return nextRun(left, {}, { terminates: true });
  return change(left, { runs: [{ order: 'terminate', generation }] });
}
