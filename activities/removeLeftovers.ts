import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { FailureCode } from '../domain/failures';
import { PublishFailure } from '../domain/PublishFailure';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { Assignment } from '../models/Assignment';
import type { ChannelAccess } from '../models/channelAccess';
import { leftoverOf } from '../models/madeOf';
import { platformFor, publisherFor } from '../platforms/index';
import type { Platform } from '../platforms/Platform';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { askAgain, tryStep } from './failures';

const hourMs = 3_600_000;
/** Every daily quota has come back by then, and every platform has said what it has. */
const patienceHours = 25;
/** Failures that go away by themselves within that time. */
const mayChange: readonly string[] = ['QUOTA_EXCEEDED', 'OUTCOME_UNKNOWN'] satisfies FailureCode[];

/** The clean-up that a failed or cancelled job owes (ARCHITECTURE.md §3.7). */
export function createCleanupActivities(deps: ActivityDeps) {
  return {
    /**
     * Removes the sessions and what is not published; what cannot be removed for good is counted and shown. An empty quota
     * is waited for, and so is a platform that does not tell: nobody else would remove it later.
     */
    async removeLeftovers(job: PublishJob): Promise<void> {
      try {
        await tryStep(deps, job, async () => removeLeftover(deps, job));
      } catch (error) {
        if (!isFinal(error)) throw error;
        if (mayChange.includes(error.type) && !isOverdue()) throw askAgain(error.type, error.message, hourMs);
        deps.metrics.cleanupsFailed.inc({ platform: job.platform });
        deps.logger.warn({ ...job, err: error }, 'what a job left on the platform could not be removed');
        await Assignment.endCleanup(job.assignmentId, job.generation, 'failed');
        failpoint('cleanup.givenUp');
      }
    },
  };
}

/**
 * Removes what the job owes to remove, and records it. A post that turns out to be public stays, and stays known; one of
 * which the platform does not tell is asked for again, for as long as tokens are kept.
 * @param given access that ends with more than the activity
 */
export async function removeLeftover(deps: ActivityDeps, job: PublishJob, given?: ChannelAccess): Promise<void> {
  const leftover = await leftoverOf(deps.secrets, job);
  if (!leftover) return;
  const { connectionId, type, made } = leftover;
  const platform = platformFor(deps.platforms, job.platform);
  const access = given ?? activityAccess(deps, platform, connectionId);
  const left = await access.call(async (call) => publisherFor(platform, type).remove(call, made));
  failpoint('cleanup.removed');
  if (left === 'unknown') throw stillThere(platform);
  await Assignment.endCleanup(job.assignmentId, job.generation, left === 'public' ? 'kept' : 'done');
  failpoint('cleanup.done');
}

function stillThere({ name }: Platform): PublishFailure {
  const message = `${name} does not say whether it still has what the job left there.`;
  return new PublishFailure('OUTCOME_UNKNOWN', message, { transient: false });
}

function isFinal(error: unknown): error is ApplicationFailure & { type: string } {
  return error instanceof ApplicationFailure && error.nonRetryable === true && typeof error.type === 'string';
}

function isOverdue(): boolean {
  const waitedMs = Date.now() - Context.current().info.scheduledTimestampMs;
  return waitedMs >= patienceHours * hourMs;
}
