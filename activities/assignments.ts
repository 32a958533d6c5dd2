import { setTimeout as delay } from 'node:timers/promises';
import type { AssignmentError } from '../domain/assignment';
import { wakeAheadMs } from '../domain/assignment/runStep';
import type { RunStep } from '../domain/assignment/runStep';
import type { PublishJob } from '../domain/workflowContract';
import type { ActivityDeps } from './deps';
import { createFirstSteps } from './firstSteps';
import { createMoves } from './moves';
import { waitForPlatform } from './withoutPlatform';

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers the step
 * that is next.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const { begin, fail, cancel } = createMoves(deps);
  const takeFirstSteps = createFirstSteps(deps);

  return {
    /**
     * Moves the job to its next status if its time has come and nothing else comes before. A time that is
     * about to come is waited for. It keeps its status while its platform is not offered.
     */
    async begin(job: PublishJob): Promise<RunStep> {
      const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
      if (waits) return waits;
      for (;;) {
        const step = await begin(job);
        if (step.do !== 'wait' || step.ms > 0) return step;
        await delay(step.ms + wakeAheadMs);
      }
    },
    /**
     * The same at the start of a run. Where nothing stands in the way, the post is published here, inside the workflow task: then
     * no activity follows.
     */
    async takeFirstSteps(job: PublishJob): Promise<RunStep> {
      const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
      return waits ?? (await takeFirstSteps(job));
    },
    /** The last try of a step has failed. Before its time, a job waits for another one (contract.md §2). */
    async failAssignment(job: PublishJob, error: AssignmentError): Promise<RunStep> {
      return fail(job, error);
    },
    /** The run was cancelled: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<RunStep> {
      return cancel(job);
    },
  };
}
