import { setTimeout as delay } from 'node:timers/promises';
import { wakeAheadMs } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { plainFailure } from '../../domain/failures/failures';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { createFirstSteps } from './firstSteps';
import { began, failForGood, reportStep } from '../run/report';
import { waitForPlatform } from '../run/withoutPlatform';

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers the step
 * that is next.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const takeFirstSteps = createFirstSteps(deps);

  return {
    /**
     * Moves the job to its next status if its time has come and nothing else comes before. A time that is
     * about to come is waited for. It keeps its status while its platform is not offered.
     */
    async begin(job: PublishJob): Promise<RunStep> {
      const away = await waitForPlatform(deps, job, false);
      if (away) return away;
      for (;;) {
        const step = await reportStep(deps, job, began(job));
        if (step.do !== 'wait' || step.ms > 0) return step;
        await delay(step.ms + wakeAheadMs);
      }
    },
    /**
     * The same at the start of a run. Where nothing stands in the way, the post is published here, inside the workflow task: then
     * no activity follows.
     */
    async takeFirstSteps(job: PublishJob): Promise<RunStep> {
      return (await waitForPlatform(deps, job, false)) ?? takeFirstSteps(job);
    },
    /** A step has failed for a reason of our own, which nothing that it does can tell. */
    async failAssignment(job: PublishJob): Promise<RunStep> {
      return failForGood(deps, job, plainFailure('INTERNAL'));
    },
    /** Temporal was asked to cancel the run: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<RunStep> {
      return reportStep(deps, job, { is: 'cancelled', run: job.generation });
    },
  };
}
