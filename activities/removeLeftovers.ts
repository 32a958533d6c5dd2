import { ApplicationFailure } from '@temporalio/common';
import { failureKinds, isFailureCode } from '../domain/failures';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { isCleanupOverdue } from '../models/cleanupOwed';
import { endCleanup } from '../models/endCleanup';
import { leftoverOf } from '../models/madeOf';
import type { Leftover } from '../models/madeOf';
import { platformFor, publisherFor } from '../platforms/index';
import type { Platform } from '../platforms/Platform';
import type { Call, Publisher, Removal } from '../platforms/Publisher';
import { requireGone } from './absent';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { askAgain, tryStep } from './failures';

const hourMs = 3_600_000;
/** Every daily quota has come back by then, and an operator has seen what else is in the way. */
const patienceHours = 25;

/** The clean-up that a failed or cancelled job owes (ARCHITECTURE.md §3.7). */
export function createCleanupActivities(deps: ActivityDeps) {
  return {
    /**
     * Removes the sessions and what is not published; what cannot be removed for good is counted and shown. An empty quota
     * is waited for, and so is a platform that is down, and a fault of ours: nobody else would remove it later.
     */
    async removeLeftovers(job: PublishJob): Promise<void> {
      try {
        await tryStep(deps, job, async (signal) => removeLeftover(deps, job, signal));
      } catch (error) {
        if (!isFinal(error)) throw error;
        if (mayPass(error.type) && !(await isCleanupOverdue(job, patienceHours)))
          throw askAgain(error.type, error.message, hourMs);
        deps.metrics.cleanupsFailed.inc({ platform: job.platform });
        deps.logger.warn({ ...job, err: error }, 'what a job left on the platform could not be removed');
        await endCleanup(job.assignmentId, job.generation, { outcome: 'failed' });
        failpoint('cleanup.givenUp');
      }
    },
  };
}

/**
 * Removes what the job owes to remove, and records it. A post that turns out to be public stays, and stays known. An
 * object that the platform does not find may be there all the same: its id is kept until it is certainly gone.
 * @param signal ends its calls
 */
export async function removeLeftover(deps: ActivityDeps, job: PublishJob, signal: AbortSignal): Promise<void> {
  const leftover = await leftoverOf(deps.secrets, job);
  if (!leftover) return;
  const { connectionId, type, asOf } = leftover;
  const platform = platformFor(deps.platforms, job.platform);
  const access = activityAccess(deps, platform, connectionId, signal);
  const [post, ...replaced] = await access.call(async (call) =>
    removeAll(publisherFor(platform, type), call, leftover),
  );
  failpoint('cleanup.removed');
  if ([post, ...replaced].includes('unknown')) await requireGone(job, leftover.newestAt, notSeen(platform));
  const outcome = post === 'public' ? 'kept' : 'done';
  if (!(await endCleanup(job.assignmentId, job.generation, { outcome, asOf })))
    throw askAgain('MORE_LEFT', 'the job has left more on the platform meanwhile', 1);
  failpoint('cleanup.done');
}

/** @returns what became of the job's own post, then of each draft that it has replaced, and of the media beside it */
async function removeAll(
  publisher: Publisher,
  call: Call,
  { made, replaced, spares }: Leftover,
): Promise<[Removal, ...Removal[]]> {
  const removals: [Removal, ...Removal[]] = [made ? await publisher.remove(call, made) : 'public'];
  for (const draftId of replaced) removals.push(await publisher.remove(call, { items: [], draftId }));
  for (const spare of spares) removals.push(await publisher.remove(call, { items: [spare], draftId: null }));
  return removals;
}

function notSeen({ name }: Platform): string {
  return `${name} does not find what the job left there; it is asked again.`;
}

function isFinal(error: unknown): error is ApplicationFailure & { type: string } {
  return error instanceof ApplicationFailure && error.nonRetryable === true && typeof error.type === 'string';
}

/** It goes away by itself, or by what an operator does. */
function mayPass(code: string): boolean {
  if (!isFailureCode(code)) return false;
  return failureKinds[code].transient || code === 'QUOTA_EXCEEDED' || code === 'INTERNAL';
}
