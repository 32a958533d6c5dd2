import type { Event } from '../../domain/assignment/events';
import { workOf } from '../../domain/assignment/nextStep';
import { hasEnded, isAhead } from '../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Failure, Time } from '../../domain/assignment/snapshot';
import { times } from './machine';
import type { Step } from './machineWorld';

const final = (code: Failure['code']): Failure => ({ code, transient: false });

/**
 * The event of a step that is taken on the rows of today, in the words of `domain/assignment`; null: the step is finer or
 * coarser than an event, or today's function does not ask what the code that calls it asks before.
 * @param title that the assignment has
 */
export function eventOf(step: Step, snapshot: AssignmentSnapshot, title: string, now: Time): Event | null {
  const behind = 'behind' in step ? step.behind : 0;
  const generation = Math.max(1, snapshot.generation - behind);
  const { dueAt } = snapshot;
  switch (step.do) {
    case 'retitle':
      return { is: 'edited', dueAt, isOtherPayload: step.title !== title, isOtherMedia: false };
    case 'reschedule':
      return { is: 'edited', dueAt: times[step.time]?.getTime() ?? null, isOtherPayload: false, isOtherMedia: false };
    case 'cancel':
      return { is: 'cancelled' };
    case 'retry':
      return { is: 'retried' };
    case 'activate':
      return step.isActive ? { is: 'channelRestored' } : null;
    case 'callToPublish':
      return { is: 'calling', of: 'publish', generation };
    case 'noteOutcome':
      return step.outcome === 'notHappened' && snapshot.call?.of === 'publish' && !snapshot.call.hasHappened
        ? { is: 'answered', answer: 'refused' }
        : null;
    default:
      return ofWork(step, snapshot, generation, now);
  }
}

/** Of steps that today's code takes only where that work is next. */
function ofWork(step: Step, snapshot: AssignmentSnapshot, generation: number, now: Time): Event | null {
  const work = workOf(snapshot, now);
  switch (step.do) {
    case 'storeObject':
      return work === 'upload' ? { is: 'made', what: 'media', by: generation } : null;
    case 'prepared':
      return work === 'prepare' ? { is: 'prepared', generation } : null;
    case 'postpone':
      return work !== null && isAhead(snapshot, now) && !hasEnded(snapshot)
        ? { is: 'failed', of: work, failure: final('MEDIA_INVALID'), generation }
        : null;
    case 'fail':
      return work !== null && !isAhead(snapshot, now) && !hasEnded(snapshot)
        ? { is: 'failed', of: work, failure: final(step.code), generation }
        : null;
    case 'cleanUp':
      if (work !== 'cleanUp' || !hasEnded(snapshot)) return null;
      return step.outcome === 'failed'
        ? { is: 'failed', of: 'cleanUp', failure: final('UPLOAD_FAILED'), generation }
        : { is: 'cleaned', debt: 'cleanup', asOf: snapshot.version, outcome: step.outcome, generation };
    case 'repair':
      return hasEnded(snapshot) ? null : { is: 'orphaned', generation };
    default:
      return null;
  }
}
