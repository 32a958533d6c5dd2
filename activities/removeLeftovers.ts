import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { Assignment } from '../models/Assignment';
import type { ChannelAccess } from '../models/channelAccess';
import { Upload, sessionContext } from '../models/Upload';
import { platformFor } from '../platforms/index';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { askAgain, tryStep } from './failures';

const hourMs = 3_600_000;
/** Every daily quota has come back by then. */
const quotaBackHours = 25;

/** The clean-up that a failed or cancelled job owes (architecture.md §3.7). */
export function createCleanupActivities(deps: ActivityDeps) {
  return {
    /**
     * Removes the session or the unpublished object; what cannot be removed for good is counted and shown. An empty quota
     * is waited for: nobody else would remove it later.
     */
    async removeLeftovers(job: PublishJob): Promise<void> {
      try {
        await tryStep(deps, job, async () => removeLeftover(deps, job));
      } catch (error) {
        if (!isFinal(error)) throw error;
        if (error.type === 'QUOTA_EXCEEDED' && !isQuotaBack()) throw askAgain(error.type, error.message, hourMs);
        deps.metrics.cleanupsFailed.inc({ platform: job.platform });
        deps.logger.warn({ ...job, err: error }, 'what a job left on the platform could not be removed');
        await Assignment.endCleanup(job.assignmentId, job.generation, 'failed');
        failpoint('cleanup.givenUp');
      }
    },
  };
}

/**
 * Removes what the job owes to remove, and records it. A post that turns out to be public stays, and stays known.
 * @param given access that ends with more than the activity
 */
export async function removeLeftover(deps: ActivityDeps, job: PublishJob, given?: ChannelAccess): Promise<void> {
  const leftover = await Upload.leftoverOf(job);
  if (!leftover) return;
  const { connectionId, platformPostId } = leftover;
  const session = leftover.session && deps.secrets.decrypt(leftover.session, sessionContext(job.assignmentId));
  const platform = platformFor(deps.platforms, job.platform);
  const access = given ?? activityAccess(deps, platform, connectionId);
  const left = await access.call(async (call) => platform.remove(call, { session, platformPostId }));
  failpoint('cleanup.removed');
  await Assignment.endCleanup(job.assignmentId, job.generation, left === 'public' ? 'kept' : 'done');
  failpoint('cleanup.done');
}

function isFinal(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}

function isQuotaBack(): boolean {
  const waitedMs = Date.now() - Context.current().info.scheduledTimestampMs;
  return waitedMs >= quotaBackHours * hourMs;
}
