import { setTimeout as delay } from 'node:timers/promises';
import { wakeAheadMs } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { plainFailure } from '../../domain/failures/failures';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { createFirstSteps } from './firstSteps';
import { began, failForGood, reportStep } from '../run/report';
import { waitForPlatform } from '../run/withoutPlatform';

/**
 * The database steps of an assignment: short, compare-and-set, safe to repeat, hence local activities. Each answers the step
 * that is next.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const takeFirstSteps = createFirstSteps(deps);

  return {
    /**
     * Moves the assignment to its next status if its time has come and nothing else comes before. A time that is
     * about to come is waited for. It keeps its status while its platform is not offered.
     */
    async begin(run: AssignmentRun): Promise<RunStep> {
      const away = await waitForPlatform(deps, run, false);
      if (away) return away;
      for (;;) {
        const step = await reportStep(deps, run, began(run));
        if (step.do !== 'wait' || step.ms > 0) return step;
        await delay(step.ms + wakeAheadMs);
      }
    },
    /**
     * The same at the start of a run. Where nothing stands in the way, the post is published here, inside the workflow task: then
     * no activity follows.
     */
    async takeFirstSteps(run: AssignmentRun): Promise<RunStep> {
      return (await waitForPlatform(deps, run, false)) ?? takeFirstSteps(run);
    },
    /** Fails an assignment whose step ended with a fault of ours, and could not report it. */
    async failAssignment(run: AssignmentRun): Promise<RunStep> {
      return failForGood(deps, run, plainFailure('INTERNAL'));
    },
    /** Temporal was asked to cancel the run: so is the assignment, unless it has passed the point of no return or ended before. */
    async cancelAssignment(run: AssignmentRun): Promise<RunStep> {
      return reportStep(deps, run, { is: 'cancelled', run: run.generation });
    },
  };
}
