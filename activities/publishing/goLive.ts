import type { PublishPhase } from '../../domain/publishPhase';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { tryStep } from '../tryStep';
import { createMoves } from '../moves';
import { withGrace } from '../sparing';
import { lacksExtras } from './extras';
import { goLiveOnTime } from './goLiveOnTime';
import { makeLive } from './makeLive';
import { postInHand } from './post';
import { prepare } from './prepare';
import { settleEarlier } from './settleEarlier';

/** The platform steps that bring a post to life (ARCHITECTURE.md §11). */
export function createPublishingActivities(deps: ActivityDeps) {
  const { goLive, begin } = createMoves(deps);
  return {
    /** All that follows the point of no return. */
    async goLive(job: PublishJob): Promise<PublishPhase> {
      return makeLive(deps, job);
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
      const step = async (signal: AbortSignal): Promise<boolean> =>
        prepare(await postInHand(deps, job, ['uploaded'], signal));
      return tryStep(deps, job, step, { works: ['prepare'], signal: withGrace() });
    },

    /**
     * Finds out the outcome of an earlier run's call that may have published; it changes nothing on the platform.
     * @returns where the job goes on; a post that is live is published
     */
    async resolveOutcome(job: PublishJob): Promise<PublishPhase> {
      const step = async (signal: AbortSignal): Promise<PublishPhase> => {
        const statuses = ['pending', 'uploading', 'uploaded', 'processing'] as const;
        const post = await postInHand(deps, job, statuses, signal);
        const found = await settleEarlier(post);
        return found ? goLive(job, found, await lacksExtras(post, found)) : begin(job);
      };
      return tryStep(deps, job, step, { works: ['settle'] });
    },
  };
}
