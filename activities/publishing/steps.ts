import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { RunStep } from '../../domain/assignment/runStep';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { isPastReturn, moveOn, tryOnce } from '../movingOn';
import { createMoves } from '../moves';
import { withGrace } from '../sparing';
import { tryStep } from '../tryStep';
import { waitForPlatform } from '../withoutPlatform';
import { lacksExtras } from './extras';
import { makeLive } from './makeLive';
import { postInHand } from './post';
import { prepare } from './prepare';
import { settleEarlier } from './settleEarlier';

/** The platform steps that bring a post to life (ARCHITECTURE.md §11). */
export function createPublishingActivities(deps: ActivityDeps) {
  const { goLive, begin } = createMoves(deps);
  return {
    /**
     * Makes a post live. A post that can still be cancelled is moved past its point of no return at its time, and tried once.
     * @returns the step that is next
     */
    async publish(job: PublishJob, isCancellable: boolean): Promise<RunStep> {
      return isCancellable ? publishOnTime(deps, job) : makeLive(deps, job);
    },

    /**
     * Puts all in place for going live while the scheduled time lies ahead: the payload is staged, the platform has
     * processed the media, and our access works. It publishes nothing, and asks nobody but the platform.
     * @returns whether `finishPreparation` has to do the rest
     */
    async prepare(job: PublishJob): Promise<boolean> {
      await deps.dueGate.standBack();
      const step = async (signal: AbortSignal): Promise<boolean> =>
        prepare(await postInHand(deps, job, ['uploaded'], signal));
      return tryStep(deps, job, step, { works: ['prepare'], signal: withGrace() });
    },

    /**
     * Finds out the outcome of an earlier run's call that may have published; it changes nothing on the platform.
     * @returns the step that is next; a post that is live is published
     */
    async settle(job: PublishJob): Promise<RunStep> {
      const step = async (signal: AbortSignal): Promise<RunStep> => {
        const statuses = ['pending', 'uploading', 'uploaded', 'processing'] as const;
        const post = await postInHand(deps, job, statuses, signal);
        const found = await settleEarlier(post);
        return found ? goLive(job, found, await lacksExtras(post, found)) : begin(job);
      };
      return tryStep(deps, job, step, { works: ['settle'] });
    },
  };
}

/**
 * Waits for the scheduled time of a post that is ready, moves it past its point of no return, and tries once to make it
 * live. Each task of Temporal between that time and the call would make the post later
 * (docs/decisions/0017-the-transfer-goes-live.md). Work that can wait stands back meanwhile.
 * @returns the step that is next; any other than expected if the row has changed
 * @throws CancelledFailure if the run was cancelled before that time
 */
async function publishOnTime(deps: ActivityDeps, job: PublishJob): Promise<RunStep> {
  return deps.dueGate.hold(async () => {
    if (await deps.isCancelRequested(job)) throw new CancelledFailure('the run was cancelled');
    const step = await whenDue(deps, job);
    if (isPastReturn(step)) return tryOnce(deps, job);
    return step.do === 'upload' && job.isWithoutMedia ? moveOn(deps, job) : step;
  });
}

/** The row is judged anew at its time: another time or a deactivated connection comes first. */
async function whenDue(deps: ActivityDeps, job: PublishJob): Promise<RunStep> {
  const { cancellationSignal: signal } = Context.current();
  const { begin, fail } = createMoves(deps);
  for (;;) {
    const waits = await waitForPlatform(deps, job, async (error) => fail(job, error));
    if (waits) return waits;
    const step = await begin(job);
    if (step.do !== 'publish' || step.startsInMs === undefined) return step;
    await delay(step.startsInMs, undefined, { signal });
  }
}
