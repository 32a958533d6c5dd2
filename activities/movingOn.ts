import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import type { ActivityDeps } from './deps';
import { createMoves } from './moves';
import { phaseOf } from './phases';
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
export async function moveOn(deps: ActivityDeps, job: PublishJob, isCancellable = true): Promise<PublishPhase> {
  Context.current().cancellationSignal.throwIfAborted();
  if (isCancellable && (await deps.isCancelRequested(job))) throw new CancelledFailure('the run was cancelled');
  const { arrive, begin } = createMoves(deps);
  const arrived = await arrive(job);
  // Its media may have arrived before, in a run that was lost then.
  const phase = arrived.at === 'uploaded' ? await begin(job) : arrived;
  return phase.at === 'processing' ? tryOnce(deps, job) : phase;
}

/**
 * The first try to go live of a job that has passed its point of no return. A try that is to be repeated ends here: the row says when
 * the next one is made.
 */
export async function tryOnce(deps: ActivityDeps, job: PublishJob): Promise<PublishPhase> {
  try {
    return await makeLive(deps, job, pastCancelling());
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.nonRetryable) throw error;
    return phaseNow(deps, job);
  }
}

/** The phase of a job, as its row is now. */
export async function phaseNow(deps: ActivityDeps, job: PublishJob): Promise<PublishPhase> {
  const loaded = await loadJob(deps, job);
  return loaded ? phaseOf(job, loaded) : { at: 'superseded' };
}
