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
  if ('behind' in step) return ofWork(step, snapshot, now);
  switch (step.do) {
    case 'create':
      return null;
    case 'retitle':
      return { is: 'edited', dueAt: snapshot.dueAt, isOtherPayload: step.title !== title, isOtherMedia: false };
    case 'reschedule':
      return { is: 'edited', dueAt: times[step.time]?.getTime() ?? null, isOtherPayload: false, isOtherMedia: false };
    case 'cancel':
      return { is: 'cancelled' };
    case 'retry':
      return { is: 'retried' };
    case 'activate':
      return step.isActive ? { is: 'channelRestored' } : null;
  }
}

type WorkStep = Extract<Step, { behind: number }>;

/** A worker reports for the generation that it was started for; it may be late. */
function ofWork(step: WorkStep, snapshot: AssignmentSnapshot, now: Time): Event | null {
  const generation = Math.max(1, snapshot.generation - step.behind);
  const work = workOf(snapshot, now);
  switch (step.do) {
    case 'callToPublish':
      return { is: 'calling', of: 'publish', generation };
    case 'noteOutcome':
      return step.outcome === 'notHappened' && isUnknown(snapshot) ? { is: 'answered', answer: 'refused' } : null;
    case 'storeObject':
      return work === 'upload' ? { is: 'made', what: 'media', by: generation } : null;
    case 'prepared':
      return work === 'prepare' ? { is: 'prepared', generation } : null;
    case 'postpone':
    case 'fail': {
      const isMeant = isAhead(snapshot, now) === (step.do === 'postpone');
      if (work === null || hasEnded(snapshot) || !isMeant) return null;
      const failure = final(step.do === 'fail' ? step.code : 'MEDIA_INVALID');
      return { is: 'failed', of: work, failure, generation };
    }
    case 'cleanUp':
      return work === 'cleanUp' && hasEnded(snapshot) ? cleanedUp(step.outcome, snapshot, generation) : null;
    case 'repair':
      return hasEnded(snapshot) ? null : { is: 'orphaned', generation };
    case 'move':
    case 'openSession':
    case 'stage':
    case 'findPublished':
    case 'prepareAnew':
    case 'mediaAnew':
      return null;
  }
}

const isUnknown = ({ call }: AssignmentSnapshot): boolean => call?.of === 'publish' && !call.hasHappened;

function cleanedUp(outcome: 'done' | 'kept' | 'failed', { version }: AssignmentSnapshot, generation: number): Event {
  if (outcome === 'failed') return { is: 'failed', of: 'cleanUp', failure: final('UPLOAD_FAILED'), generation };
  return { is: 'cleaned', debt: 'cleanup', asOf: version, outcome, generation };
}
