import type { RunStep } from '../../domain/assignment/runStep';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { upload } from './upload';
import { renewMedia } from '../media/renewMedia';
import { knowing } from '../run/report';

/** The transfers of media. Each answers the step that is next. */
export function createMediaActivities(deps: ActivityDeps) {
  return {
    /** Brings the media of a post to its platform. A post that is due is tried to be made live at once, without a further activity. */
    async upload(run: AssignmentRun): Promise<RunStep> {
      return upload(knowing(deps), run);
    },

    /** Brings a newer version of the media beside the prepared media, while the scheduled time lies ahead. */
    async renew(run: AssignmentRun): Promise<RunStep> {
      return renewMedia(deps, run);
    },
  };
}
