import { Context } from '@temporalio/activity';
import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import type { Heartbeat } from '../heartbeat';
import { bringMedia } from '../media/bringMedia';
import type { TaskTransfer } from '../media/bringMedia';
import { isPastReturn, makeLive } from './goLive';
import { reportStep } from '../run/report';
import { pastCancelling } from '../run/abortSignals';
import { takeStep } from '../run/step';

/**
 * Brings the media of a post to its platform, and makes the first try to go live where that passes the point of no return
 * (activities/publishing/README.md). Media take as long as their bytes move. The try never waits: the next try runs
 * on the queue for calls, so that it takes no slot for transfers.
 * @param inTask the limits of a post that is published inside a workflow task
 * @returns the next step
 */
export async function upload(deps: ActivityDeps, run: AssignmentRun, inTask?: TaskTransfer): Promise<RunStep> {
  const bring = async (signal: AbortSignal, heartbeat: Heartbeat): Promise<RunStep> => {
    const brought = await bringMedia(deps, run, { signal, heartbeat, ...(inTask && { inTask }) });
    // Inside a task the last medium is recorded with the move that follows.
    if (inTask && brought) return runStep(run, brought);
    Context.current().cancellationSignal.throwIfAborted();
    return reportStep(deps, run, { is: 'uploaded', generation: run.generation });
  };
  const options = { isUnlimited: run.isWithoutMedia !== true, isOnce: inTask !== undefined };
  const step = await takeStep(deps, run, 'upload', bring, options);
  const isLate = inTask?.limits.late.aborted ?? false;
  return isPastReturn(step) && !isLate ? makeLive(deps, run, { isOnce: true, signal: pastCancelling() }) : step;
}
