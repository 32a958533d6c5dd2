import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { RunStep } from '../../domain/assignment/runStep';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { isPastReturn, makeLive, settle } from './goLive';
import { publishContextOf } from '../run/publishContext';
import { prepare } from './prepare';
import { began, knowing, reportStep } from '../run/report';
import { pastCancelling, withGrace } from '../run/abortSignals';
import { takeStep } from '../run/step';
import { upload } from './upload';
import { waitForPlatform } from '../run/withoutPlatform';

/** The platform steps that bring a post to life (activities/publishing/README.md). Each answers the step that is next. */
export function createPublishingActivities(deps: ActivityDeps) {
  return {
    /** Makes a post live. A post that can still be cancelled is moved past its point of no return at its time, and tried once. */
    async publish(run: AssignmentRun, isCancellable: boolean): Promise<RunStep> {
      const own = knowing(deps);
      return isCancellable ? publishOnTime(own, run) : makeLive(own, run);
    },

    /**
     * Puts all in place for going live while the scheduled time lies ahead: the payload is staged, the platform has
     * processed the media, and our access works. It publishes nothing, and asks no host but the platform.
     */
    async prepare(run: AssignmentRun): Promise<RunStep> {
      const own = knowing(deps);
      await own.dueGate.standBack();
      const put = async (signal: AbortSignal): Promise<RunStep> =>
        prepare(await publishContextOf(own, run, ['uploaded'], signal));
      return takeStep(own, run, 'prepare', put, { signal: withGrace() });
    },

    /** Finds out the outcome of an earlier run's call that may have published. A post that is live is published. */
    async settle(run: AssignmentRun): Promise<RunStep> {
      const statuses = ['pending', 'uploading', 'uploaded', 'processing'] as const;
      const find = async (signal: AbortSignal): Promise<RunStep> =>
        settle(await publishContextOf(deps, run, statuses, signal));
      return takeStep(deps, run, 'settle', find);
    },
  };
}

/**
 * Waits for the scheduled time of a post that is ready, moves it past its point of no return, and tries once to make it
 * live. Each task of Temporal between that time and the call would make the post later.
 * Work that can wait stands back meanwhile.
 * @returns the step that is next; any other than expected if the row has changed
 * @throws CancelledFailure if the run was cancelled before that time
 */
async function publishOnTime(deps: ActivityDeps, run: AssignmentRun): Promise<RunStep> {
  return deps.dueGate.hold(async () => {
    const step = await whenDue(deps, run);
    if (isPastReturn(step)) return makeLive(deps, run, { isOnce: true, signal: pastCancelling() });
    return step.do === 'upload' && run.isWithoutMedia ? upload(deps, run) : step;
  });
}

/** The row is judged again at its time: another time or a deactivated connection comes first. */
async function whenDue(deps: ActivityDeps, run: AssignmentRun): Promise<RunStep> {
  const { cancellationSignal: signal } = Context.current();
  for (;;) {
    signal.throwIfAborted();
    const away = await waitForPlatform(deps, run, false);
    if (away) return away;
    const step = await reportStep(deps, run, began(run));
    if (step.do !== 'publish' || step.startsInMs === undefined) return step;
    await delay(step.startsInMs, undefined, { signal });
  }
}
