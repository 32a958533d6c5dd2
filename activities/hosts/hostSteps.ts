import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { movedOn } from '../../domain/workflowContract';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { startHeartbeat } from '../failures';
import { tryStep } from '../tryStep';
import { addOwed } from '../publishing/extras';
import { postInHand } from '../publishing/post';
import { finishPreparation } from '../publishing/prepare';
import { withGrace } from '../sparing';
import { createHostShares } from './share';

/**
 * The steps of a publication for which the host of an address is asked that a caller has named, but for transfers. They run
 * in slots of their own, each workspace in its share, and no post waits for them past its time (ARCHITECTURE.md §11).
 */
export function createHostActivities(deps: ActivityDeps) {
  const inShare = createHostShares();
  return {
    /**
     * The rest of a preparation, while the scheduled time lies ahead: the last look at the sources, and pictures.
     * @returns whether a source serves another version, which comes first
     */
    async finishPreparation(job: PublishJob): Promise<boolean> {
      const step = async (signal: AbortSignal): Promise<boolean> => {
        const post = await postInHand(deps, job, ['uploaded'], signal);
        return inShare(post.assignment.workspaceId, async () => finishPreparation(post));
      };
      return tryStep(deps, job, step, { works: ['prepare'], signal: withGrace() });
    },

    /**
     * Gives a published post the extras that it owes. It counts no tries of the job, which is over: each extra counts its
     * own, and any other failure is tried again for as long as it takes.
     */
    async complete(job: PublishJob): Promise<void> {
      const heartbeat = startHeartbeat();
      try {
        const { cancellationSignal: signal } = Context.current();
        const post = await postInHand(deps, job, ['published'], signal);
        await inShare(post.assignment.workspaceId, async () => addOwed(post));
      } catch (error) {
        if (!(error instanceof ApplicationFailure && error.type === movedOn)) throw error;
      } finally {
        heartbeat.stop();
      }
    },
  };
}
