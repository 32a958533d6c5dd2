import { setTimeout as delay } from 'node:timers/promises';
import type { AssignmentError } from '../domain/assignment';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import type { ActivityDeps } from './deps';
import { createFirstSteps } from './firstSteps';
import { createMoves } from './moves';
import { wakeAheadMs } from './phases';
import { waitForPlatform } from './withoutPlatform';

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers with the
 * phase that the row is in afterwards.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const { begin, fail, cancel } = createMoves(deps);
  const takeFirstSteps = createFirstSteps(deps);

  return {
    /**
     * Moves the job to its next status if its time has come and nothing else comes before; answers its phase. A time that is
     * about to come is waited for. It keeps its status while its platform is not offered.
     */
    async begin(job: PublishJob): Promise<PublishPhase> {
      const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
      if (waits) return waits;
      for (;;) {
        const phase = await begin(job);
        if (phase.at !== 'waiting' || phase.waitMs > 0) return phase;
        await delay(phase.waitMs + wakeAheadMs);
      }
    },
    /**
     * The same at the start of a run. Where nothing stands in the way, the post is published here, inside the workflow task: then
     * no activity follows.
     */
    async takeFirstSteps(job: PublishJob): Promise<PublishPhase> {
      const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
      return waits ?? (await takeFirstSteps(job));
    },
    /** The last try of a step has failed. Before its time, a job waits for another one (contract.md §2). */
    async failAssignment(job: PublishJob, error: AssignmentError): Promise<PublishPhase> {
      return fail(job, error);
    },
    /** The run was cancelled: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<PublishPhase> {
      return cancel(job);
    },
  };
}
