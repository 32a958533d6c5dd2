import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { runStep } from '../domain/assignment/runStep';
import type { RunStep } from '../domain/assignment/runStep';
import type { PublishJob } from '../domain/workflowContract';
import type { ActivityDeps } from './deps';
import { createMoves } from './moves';
import { makeLive } from './publishing/makeLive';
import { loadJob } from './recordEvent';
import { pastCancelling } from './sparing';

/**
 * Moves the row on after the last byte, in the activity of the transfer. If that passes the point of no return, it
 * makes the first try to go live. It never waits: a try that fails goes back to the workflow, whose next one runs on
 * the queue for calls, so that it takes no slot for transfers.
 * @param isCancellable false for a job that is past its point of no return
 * @throws CancelledFailure where the run was cancelled before; the activity itself may not have heard of that yet
 */
export async function moveOn(deps: ActivityDeps, job: PublishJob, isCancellable = true): Promise<RunStep> {
  Context.current().cancellationSignal.throwIfAborted();
  if (isCancellable && (await deps.isCancelRequested(job))) throw new CancelledFailure('the run was cancelled');
  const { arrive, begin } = createMoves(deps);
  const arrived = await arrive(job);
  // Its media may have arrived before, in a run that was lost then.
  const step = arrived.do === 'publish' && arrived.isCancellable ? await begin(job) : arrived;
  return isPastReturn(step) ? tryOnce(deps, job) : step;
}

/**
 * The first try to go live of a job that has passed its point of no return. A try that is to be repeated ends here: the row says when
 * the next one is made.
 */
export async function tryOnce(deps: ActivityDeps, job: PublishJob): Promise<RunStep> {
  try {
    return await makeLive(deps, job, pastCancelling());
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.nonRetryable) throw error;
    return stepNow(deps, job);
  }
}

/** The next step of a job, as its row is now. */
export async function stepNow(deps: ActivityDeps, job: PublishJob): Promise<RunStep> {
  return runStep(job, await loadJob(deps, job));
}

/** The step is the call that publishes, past the point of no return. */
export function isPastReturn(step: RunStep): boolean {
  return step.do === 'publish' && !step.isCancellable;
}
