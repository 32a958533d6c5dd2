import type { RunStep } from '../../domain/assignment/runStep';
import type { PublishJob } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { moveOn } from '../movingOn';
import { bringMedia } from './bringMedia';
import { renewMedia } from './renewMedia';

export function createMediaActivities(deps: ActivityDeps) {
  return {
    /**
     * Brings the media of a post to its platform, and moves the job on when they are there. A post that is due is tried
     * to be made live at once, without a further activity (docs/decisions/0017-the-transfer-goes-live.md).
     * @param isCancellable false for a job that is past its point of no return
     */
    async upload(job: PublishJob, isCancellable: boolean): Promise<RunStep> {
      await bringMedia(deps, job);
      return moveOn(deps, job, isCancellable);
    },

    /** Brings a newer version of the media beside what is prepared, while the scheduled time lies ahead. */
    async renewMedia(job: PublishJob): Promise<void> {
      await renewMedia(deps, job);
    },
  };
}
