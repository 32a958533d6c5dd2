import { ApplicationFailure } from '@temporalio/common';
import { nextStep } from '../domain/assignment/nextStep';
import { hasEnded, waits } from '../domain/assignment/snapshot';
import type { PublishJob } from '../domain/workflowContract';
import type { Recorded } from '../models/assignments/record';
import { askAgain, giveUp, jobHasMovedOn } from './failures';

/** Whether a report has ended its step: the job has ended, waits, or is another generation's. Nor does a void one go on. */
export function hasMovedOn(job: PublishJob, recorded: Recorded | null): boolean {
  if (!recorded || recorded.change.isVoid) return true;
  const { assignment, now } = recorded;
  return assignment.generation !== job.generation || hasEnded(assignment) || waits(assignment, now);
}

/** Milliseconds until the next step. */
export function waitUntilStep({ assignment, now }: Pick<Recorded, 'assignment' | 'now'>): number {
  const step = nextStep(assignment, now);
  return step.do === 'wait' ? step.until - now : 0;
}

/**
 * What Temporal does after a report of a step: it makes the next try when the row says so, or ends the step, and the workflow asks
 * the row.
 * @param report `isWait`: nothing has failed
 */
export function whatFollows(
  job: PublishJob,
  recorded: Recorded | null,
  { type, message, isWait = false }: { type: string; message: string; isWait?: boolean },
): ApplicationFailure {
  if (!recorded || recorded.change.isVoid) return jobHasMovedOn();
  const { assignment, now } = recorded;
  const { status, pause } = assignment;
  const error = status === 'failed' ? assignment.error : waits(assignment, now) ? (pause?.error ?? null) : null;
  if (error) return giveUp(error.code, error.message);
  if (hasMovedOn(job, recorded)) return jobHasMovedOn();
  const delayMs = waitUntilStep(recorded);
  if (isWait) return askAgain(type, message, delayMs);
  return ApplicationFailure.create({ type, message, nextRetryDelay: Math.max(1, Math.ceil(delayMs)) });
}
