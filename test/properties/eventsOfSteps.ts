import type { Event } from '../../domain/assignment/events';
import { plainFailure } from '../../domain/failures/failures';
import { nextStep, workOf } from '../../domain/assignment/nextStep';
import { hasEnded, isAhead } from '../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Failure, Time } from '../../domain/assignment/snapshot';
import { prepareAheadSeconds, times } from './times';
import type { Step } from './life';

const sameAhead = { aheadMs: prepareAheadSeconds * 1000, isOtherAhead: false };

const final = (code: Failure['code']): Failure => ({ ...plainFailure(code), transient: false });

/**
 * The event of a step, in the words of `domain/assignment`; null: the step is finer or coarser than an event.
 * @param generation for which a worker takes it
 * @param title that the assignment has
 */
export function eventOf(step: Step, generation: number, { snapshot, title }: Known, now: Time): Event | null {
  if ('behind' in step) return ofWork(step, generation, snapshot, now);
  switch (step.do) {
    case 'create':
      return null;
    case 'retitle':
      return {
        is: 'edited',
        dueAt: snapshot.dueAt,
        ...sameAhead,
        isOtherPayload: step.title !== title,
        isOtherMedia: false,
      };
    case 'reschedule':
      return {
        is: 'edited',
        dueAt: times[step.time]?.getTime() ?? null,
        ...sameAhead,
        isOtherPayload: false,
        isOtherMedia: false,
      };
    case 'cancel':
      return { is: 'cancelled' };
    case 'retry':
      return { is: 'retried' };
    case 'activate':
      return step.isActive ? { is: 'resumed', by: 'channel' } : null;
  }
}

export type WorkStep = Extract<Step, { behind: number }>;

interface Known {
  snapshot: AssignmentSnapshot;
  title: string;
}

/** A worker reports for the generation that it was started for; it may be late. */
export function ofWork(step: WorkStep, generation: number, snapshot: AssignmentSnapshot, now: Time): Event | null {
  const work = workOf(snapshot, now);
  switch (step.do) {
    case 'callToPublish':
      return { is: 'calling', of: 'publish', generation };
    case 'noteOutcome':
      if (!isUnknown(snapshot)) return null;
      return { is: 'answered', answer: step.outcome === 'happened' ? 'live' : 'refused' };
    case 'storeObject':
      return work === 'upload' ? { is: 'made', what: 'media', by: generation } : null;
    case 'prepared':
      return nextStep(snapshot, now).do === 'prepare' ? { is: 'prepared', generation } : null;
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
      return moveOf(step.to, snapshot, now, generation);
    case 'openSession':
    case 'stage':
      return null;
    case 'prepareAnew': {
      const failure = { ...final('PROCESSING_FAILED'), isLost: step.isLost, isShortLived: !step.isLost };
      return work === 'prepare' || work === 'publish' ? { is: 'failed', of: work, failure, generation } : null;
    }
  }
}

/** The pure code orders its moves by itself. */
function moveOf(to: Move['to'], snapshot: AssignmentSnapshot, now: Time, generation: number): Event | null {
  switch (to) {
    case 'uploading':
    case 'processing':
      return { is: 'began', generation };
    case 'uploaded':
      return workOf(snapshot, now) === 'upload' ? { is: 'uploaded', generation } : null;
    case 'published':
      return snapshot.call?.of === 'publish' ? { is: 'answered', answer: 'live' } : null;
  }
}

type Move = Extract<Step, { do: 'move' }>;

const isUnknown = ({ call }: AssignmentSnapshot): boolean => call?.of === 'publish' && !call.hasHappened;

function cleanedUp(outcome: 'done' | 'kept' | 'failed', { version }: AssignmentSnapshot, generation: number): Event {
  if (outcome === 'failed') return { is: 'failed', of: 'cleanUp', failure: final('PLATFORM_REJECTED'), generation };
  return { is: 'cleaned', debt: 'cleanup', asOf: version, outcome, generation };
}
