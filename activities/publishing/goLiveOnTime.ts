import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { PublishPhase } from '../../domain/publishPhase';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { moveOn, tryOnce } from '../movingOn';
import { createMoves } from '../moves';
import { waitForPlatform } from '../withoutPlatform';

/**
 * Waits for the scheduled time of a post that is ready, moves it past its point of no return, and tries once to make it
 * live. Each task of Temporal between that time and the call would make the post later
 * (docs/decisions/0017-the-transfer-goes-live.md). Work that can wait stands back meanwhile.
 * @returns the phase that the row is in then; any other than expected if the row has changed
 * @throws CancelledFailure if the run was cancelled before that time
 */
export async function goLiveOnTime(deps: ActivityDeps, job: PublishJob): Promise<PublishPhase> {
  return deps.dueGate.hold(async () => {
    if (await deps.isCancelRequested(job)) throw new CancelledFailure('the run was cancelled');
    const phase = await whenDue(deps, job);
    if (phase.at === 'processing') return tryOnce(deps, job);
    return phase.at === 'uploading' && job.isWithoutMedia ? moveOn(deps, job) : phase;
  });
}

/** The row is judged anew at its time, locked: another time or a deactivated connection comes first. */
async function whenDue(deps: ActivityDeps, job: PublishJob): Promise<PublishPhase> {
  const { cancellationSignal: signal } = Context.current();
  const { begin, fail } = createMoves(deps);
  for (;;) {
    const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
    if (waits) return waits;
    const phase = await begin(job);
    if (phase.at !== 'onTime') return phase;
    await delay(phase.dueInMs, undefined, { signal });
  }
}
