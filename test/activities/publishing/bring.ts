import { bringMedia } from '../../../activities/media/bringMedia';
import { stepNow } from '../../../activities/run/report';
import { takeStep } from '../../../activities/run/step';
import type { ActivityDeps } from '../../../activities';
import type { RunStep } from '../../../domain/assignment/runStep';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { environment } from '../environment';

/** One try, in `run`, to bring the media of an assignment, whose row does not hear that the last of them has arrived. @returns the step that is next */
export async function bring(deps: ActivityDeps, assignment: AssignmentRun, run = environment()): Promise<RunStep> {
  const work: Parameters<typeof takeStep>[3] = async (signal, heartbeat) => {
    await bringMedia(deps, assignment, { signal, heartbeat });
    return stepNow(deps, assignment);
  };
  return run.run(async () => takeStep(deps, assignment, 'upload', work, { isUnlimited: true }));
}
