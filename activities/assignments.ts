import { setTimeout as delay } from 'node:timers/promises';
import type { AssignmentError } from '../domain/assignment';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import { noteMoved } from '../lib/noteMoved';
import { passToPublished, resumeAssignment } from '../models/transition';
import type { Post } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';
import { createMoves, refuseRetry, wakeAheadMs } from './moves';
import { waitForPlatform } from './withoutPlatform';

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers with the
 * phase that the row is in afterwards.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const { move, followUp, fail } = createMoves(deps);
  const waitIfNotOffered = async (job: PublishJob) => waitForPlatform(deps, job, async (error) => fail(job, error));

  return {
    /**
     * Moves the job to its next status if its time has come and nothing else comes before; answers its phase. A time that is
     * about to come is waited for. It keeps its status while its platform is not offered.
     */
    async begin(job: PublishJob): Promise<PublishPhase> {
      const waits = await waitIfNotOffered(job);
      if (waits) return waits;
      for (;;) {
        const phase = await followUp(job, resumeAssignment(job.assignmentId, job.generation));
        if (phase.at !== 'waiting' || phase.waitMs > 0) return phase;
        await delay(phase.waitMs + wakeAheadMs);
      }
    },
    /** The point of no return, unless something comes before it. */
    async startProcessing(job: PublishJob): Promise<PublishPhase> {
      return (await waitIfNotOffered(job)) ?? move(job, { to: 'processing' });
    },
    async finishPublish(job: PublishJob, post: Post): Promise<PublishPhase> {
      return move(job, { to: 'published', post });
    },
    /** A call of an earlier run turns out to have published the post. */
    async finishFound(job: PublishJob, post: Post): Promise<PublishPhase> {
      const { passed, outcome } = await passToPublished(job.assignmentId, job.generation, post).catch(refuseRetry);
      for (const to of passed) noteMoved(deps, job, { to });
      return followUp(job, Promise.resolve({ target: { to: 'published', post }, outcome }));
    },
    async failAssignment(job: PublishJob, error: AssignmentError): Promise<PublishPhase> {
      return fail(job, error);
    },
    /** The run was cancelled: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'cancelled' });
    },
  };
}
