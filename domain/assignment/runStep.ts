import type { AssignmentError } from '../assignment';
import type { AssignmentRun } from '../workflowContract';
import { allows } from './allows';
import { debtsOf, nextStep } from './nextStep';
import type { AwaitedEvent } from './nextStep';
import type { AssignmentSnapshot, Time, Work } from './snapshot';

/** The next step of a run, in milliseconds from now: the clock of its workflow is another clock than the database's. */
export type RunStep =
  | WaitStep
  /**
   * `startsInMs`: its activity waits so long before. `endsInMs`: then another step is due, whatever has become of this one.
   */
  | { do: RunWork; isCancellable: boolean; startsInMs?: number; endsInMs?: number }
  /** The post is live, or the assignment has failed or was cancelled; some of its work may be left. */
  | EndStep
  /** Another generation has taken over. */
  | { do: 'end'; as: 'superseded' };

export interface WaitStep {
  do: 'wait';
  /** At once if it is not positive. */
  ms: number;
  for: AwaitedEvent | 'its platform is offered again';
  isCancellable: boolean;
}

export interface EndStep {
  do: 'end';
  as: 'published' | 'failed' | 'cancelled';
  debts: readonly Work[];
  error: AssignmentError | null;
}

/** The work of an assignment that has not ended. `askHosts` is the part of a preparation for which hosts are asked. */
export type RunWork = 'settle' | 'upload' | 'prepare' | 'askHosts' | 'renew' | 'publish';

/**
 * A run wakes so long before its time, and waits for the rest in an activity: a timer of Temporal comes some milliseconds late,
 * and the post would be as late (docs/performance.md).
 */
export const wakeAheadMs = 25;

/** A run whose post can go live wakes so long before its time: long enough for Temporal to start the activity that waits. */
const onTimeAheadMs = 400;

/** The next step of a run, by its assignment as it is; null: the assignment is gone. */
export function runStep(run: AssignmentRun, found: { assignment: AssignmentSnapshot; now: Time } | null): RunStep {
  if (found?.assignment.generation !== run.generation) return { do: 'end', as: 'superseded' };
  const { assignment, now } = found;
  const { status, error } = assignment;
  if (status === 'published' || status === 'failed' || status === 'cancelled')
    return { do: 'end', as: status, debts: debtsOf(assignment), error };
  const isCancellable = allows(assignment, 'cancel') === null;
  const step = nextStep(assignment, now);
  if (step.do === 'end') throw new Error('what has not ended has a step or a wait');
  if (step.do === 'wait') return { ...untilDue(run, Math.ceil(step.until - now), step.for), isCancellable };
  const endsInMs = step.until === undefined ? {} : { endsInMs: Math.ceil(step.until - now) };
  return { do: workOfRun(assignment, step.do), isCancellable, ...endsInMs };
}

/** Steps that one activity takes. */
function workOfRun(assignment: AssignmentSnapshot, work: Work): RunWork {
  switch (work) {
    case 'settle':
      // Past the point of no return, the work that publishes asks first for the outcome of the call before.
      return assignment.status === 'processing' && !assignment.media.isDue ? 'publish' : 'settle';
    case 'cleanUp':
      // A clean-up comes before the first byte.
      return 'upload';
    case 'upload':
    case 'prepare':
    case 'renew':
    case 'publish':
      return work;
    case 'complete':
    case 'takeDown':
      throw new Error(`${work} is no work of an assignment that has not ended`);
  }
}

/** A post that is ready, or has nothing to prepare, goes live by an activity that waits for its second. */
function untilDue({ isWithoutMedia = false }: AssignmentRun, ms: number, reason: AwaitedEvent) {
  const isReady = reason === 'its scheduled time' || (isWithoutMedia && reason === 'its preparation begins');
  if (isReady && ms <= onTimeAheadMs) return { do: 'publish', startsInMs: ms } as const;
  return { do: 'wait', ms: ms - (isReady ? onTimeAheadMs : wakeAheadMs), for: reason } as const;
}
