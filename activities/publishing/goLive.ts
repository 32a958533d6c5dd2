import { Context } from '@temporalio/activity';
import type { PublishPhase } from '../../domain/publishPhase';
import type { PublishJob } from '../../domain/workflowContract';
import { noteOutcomeKnown } from '../../models/tries';
import type { Post } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { tryStep } from '../failures';
import { withGrace } from '../sparing';
import { oweExtras } from './extras';
import { goLiveOnTime } from './goLiveOnTime';
import { makeLive } from './makeLive';
import { tellingOfOpenOutcome } from './openOutcome';
import { postInHand } from './post';
import { prepare } from './prepare';
import { settleEarlier } from './settleEarlier';

/** The platform steps that bring a post to life (ARCHITECTURE.md §11). */
export function createPublishingActivities(deps: ActivityDeps) {
  return {
    /**
     * All that follows the point of no return.
     * @param triesBefore those that were made elsewhere
     */
    async goLive(job: PublishJob, triesBefore = 0): Promise<Post> {
      const { attempt } = Context.current().info;
      return makeLive(deps, job, { triesBefore: triesBefore + attempt - 1 });
    },

    /** Goes live at the scheduled time; all further tries are those of `goLive`. */
    async goLiveOnTime(job: PublishJob): Promise<PublishPhase> {
      return goLiveOnTime(deps, job);
    },

    /**
     * Puts all in place for going live while the scheduled time lies ahead: the payload is staged, the platform has
     * processed the media, and our access works. It publishes nothing, and asks nobody but the platform.
     * @returns whether `finishPreparation` has to do the rest
     */
    async prepare(job: PublishJob): Promise<boolean> {
      await deps.dueGate.standBack();
      const triesBefore = Context.current().info.attempt - 1;
      const step = async (signal: AbortSignal): Promise<boolean> =>
        prepare(await postInHand(deps, job, ['uploaded'], { triesBefore, signal }));
      return tryStep(deps, job, step, { signal: withGrace() });
    },

    /**
     * Finds out the outcome of an earlier run's call that may have published; it changes nothing on the platform.
     * @returns the post if it is live; null if the job goes on as any other
     */
    async resolveOutcome(job: PublishJob): Promise<Post | null> {
      const triesBefore = Context.current().info.attempt - 1;
      return tryStep(deps, job, async (signal) => {
        const statuses = ['pending', 'uploading', 'uploaded', 'processing'] as const;
        const post = await postInHand(deps, job, statuses, { triesBefore, signal });
        const found = await tellingOfOpenOutcome(post, async () => settleEarlier(post));
        if (found) await oweExtras(post, found);
        await noteOutcomeKnown(job.assignmentId, job.generation);
        return found;
      });
    },
  };
}
