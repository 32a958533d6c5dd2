import { Context } from '@temporalio/activity';
import type { RunStep } from '../../domain/assignment/runStep';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ActivityDeps } from '../deps';
import { startHeartbeat } from '../heartbeat';
import { askHosts } from '../publishing/askHosts';
import { addOwed } from '../publishing/extras';
import { publishContextOf } from '../run/publishContext';
import { withGrace } from '../run/abortSignals';
import { takeStep } from '../run/step';
import { TryEnded } from '../run/try';
import { createHostShares } from './share';

/**
 * The steps of a publication that ask hosts named by callers, but for transfers. They run in slots of their own, each
 * workspace in its share, and no post waits for them past its time (activities/README.md).
 */
export function createHostActivities(deps: ActivityDeps) {
  const inShare = createHostShares();
  return {
    /**
     * The rest of a preparation, while the scheduled time lies ahead: the last look at the sources, and pictures.
     * @returns the step that is next
     */
    async askHosts(run: AssignmentRun): Promise<RunStep> {
      const ask = async (signal: AbortSignal): Promise<RunStep> => {
        const post = await publishContextOf(deps, run, ['uploaded'], signal);
        return inShare(post.assignment.workspaceId, async () => askHosts(post));
      };
      return takeStep(deps, run, 'askHosts', ask, { signal: withGrace() });
    },

    /**
     * Gives a published post the extras that it owes. It counts no tries of the assignment, which is over: each extra counts its
     * own, and any other failure is tried again for as long as it takes.
     */
    async complete(run: AssignmentRun): Promise<void> {
      const heartbeat = startHeartbeat();
      try {
        const { cancellationSignal: signal } = Context.current();
        const post = await publishContextOf(deps, run, ['published'], signal);
        await inShare(post.assignment.workspaceId, async () => addOwed(post));
      } catch (error) {
        if (!(error instanceof TryEnded)) throw error;
      } finally {
        heartbeat.stop();
      }
    },
  };
}
