import { allows } from '../domain/assignment/allows';
import { nextStep } from '../domain/assignment/nextStep';
import type { Awaited } from '../domain/assignment/nextStep';
import type { AssignmentStatus } from '../domain/assignment';
import type { AssignmentSnapshot, Time, Work } from '../domain/assignment/snapshot';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';

/**
 * A run wakes so long before its time, and `begin` waits for the rest: a timer of Temporal comes some milliseconds late,
 * and the post would be as late (ARCHITECTURE.md §6).
 */
export const wakeAheadMs = 25;

/** A run whose post can go live wakes so long before its time: long enough for Temporal to start the activity that waits. */
const onTimeAheadMs = 400;

/** The phase of a run, by the assignment as it is. */
export function phaseOf(
  job: PublishJob,
  { assignment, now }: { assignment: AssignmentSnapshot; now: Time },
): PublishPhase {
  const { status, generation, cleanup, lacksExtras, error } = assignment;
  if (generation !== job.generation) return { at: 'superseded' };
  if (status === 'published')
    return { at: status, ...(cleanup === 'due' && { cleanupDue: true }), ...(lacksExtras && { extrasDue: true }) };
  if (status === 'failed' || status === 'cancelled')
    return { at: 'ended', status, cleanupDue: cleanup === 'due', error };
  const step = nextStep(assignment, now);
  if (step.do !== 'wait') return workPhase(assignment, step.do, now);
  const isCancellable = allows(assignment, 'cancel') === null;
  return { ...untilDue(job, Math.ceil(step.until - now), step.for), ...(!isCancellable && { isCancellable }) };
}

function workPhase({ status, media, dueAt }: AssignmentSnapshot, work: Work | 'end', now: Time): PublishPhase {
  switch (work) {
    case 'settle':
      return settlingPhase(status, media.isDue);
    case 'prepare':
    case 'renew':
      return { at: 'preparing', dueInMs: dueAt === null ? 0 : Math.ceil(dueAt - now) };
    case 'publish':
      return { at: status === 'processing' ? 'processing' : 'uploaded' };
    case 'upload':
    case 'cleanUp':
      return mediaPhase(status);
    case 'complete':
    case 'takeDown':
    case 'end':
      return { at: 'superseded' };
  }
}

/** Past the point of no return the step that goes live asks first what came of the call, unless it has to bring media before. */
function settlingPhase(status: AssignmentStatus, isMediaDue: boolean): PublishPhase {
  return { at: status === 'processing' && !isMediaDue ? 'processing' : 'outcomeOpen' };
}

function mediaPhase(status: AssignmentStatus): PublishPhase {
  if (status === 'uploaded') return { at: 'uploadingAnew' };
  return { at: status === 'processing' ? 'processingAnew' : 'uploading' };
}

/** A post that is ready, or has nothing to prepare, goes live by an activity that waits for its second. */
function untilDue({ isWithoutMedia = false }: PublishJob, waitMs: number, until: Awaited): PublishPhase {
  const isReady = until === 'its scheduled time' || (isWithoutMedia && until === 'its preparation begins');
  if (isReady && waitMs <= onTimeAheadMs) return { at: 'onTime', dueInMs: waitMs };
  return { at: 'waiting', waitMs: waitMs - (isReady ? onTimeAheadMs : wakeAheadMs), until };
}
