import type { PublishJob } from '../domain/workflowContract';
import { Assignment } from '../models/Assignment';
import { Upload, sessionContext } from '../models/Upload';
import { platformFor } from '../platforms/index';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { tryStep } from './failures';

/** The clean-up that a failed or cancelled job owes (architecture.md §3.7). */
export function createCleanupActivities(deps: ActivityDeps) {
  return {
    /** Removes the session or the unpublished object; what cannot be removed for good is counted and shown. */
    async removeLeftovers(job: PublishJob): Promise<void> {
      const { assignmentId, generation } = job;
      const assignment = await Assignment.ofJob(assignmentId, generation);
      if (assignment?.cleanup !== 'due') return;
      try {
        await tryStep(deps, job, async () => remove(deps, assignment));
        await Assignment.endCleanup(assignmentId, generation, 'done');
      } catch (error) {
        if (!isFinal(error)) throw error;
        deps.metrics.cleanupsFailed.inc({ platform: job.platform });
        await Assignment.endCleanup(assignmentId, generation, 'failed');
      }
    },
  };
}

async function remove(deps: ActivityDeps, { id, platform: slug, connectionId }: Assignment): Promise<void> {
  const platform = platformFor(deps.platforms, slug);
  const upload = await Upload.ofAssignment(id);
  const session = upload?.session ? deps.secrets.decrypt(upload.session, sessionContext(id)) : null;
  const leftover = { session, platformPostId: upload?.platformPostId ?? null };
  await activityAccess(deps, platform, connectionId).call(async (call) => platform.remove(call, leftover));
}

function isFinal(error: unknown): boolean {
  return error instanceof Error && 'nonRetryable' in error && error.nonRetryable === true;
}
