import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import type { AssignmentSnapshot } from '../../domain/assignment/snapshot';
import type { AssignmentRun } from '../../domain/workflowContract';
import { KeyedLimiter, LimitReached } from '../../lib/KeyedLimiter';
import type { Facts } from '../../models/assignments/store/loadAssignment';
import type { Recorded } from '../../models/assignments/store/record';
import type { TransferSubject } from '../../models/publishing/TransferSlot';
import { platformFor, publisherFor } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import { withTaskLimits } from '../media/taskLimits';
import { began, knowing, recordEvent } from '../run/report';
import { upload } from './upload';

/** Posts of one process that are published inside their workflow tasks at the same time: each holds a task until it ends. */
export const firstStepsMax = 20;
/** The most of these posts for one workspace, so that its waits do not hold up the tasks of other workspaces. */
const workspaceMax = 10;

/**
 * Takes the first steps of an assignment inside its workflow task, so that most posts need no activity of their own
 * (docs/decisions/0044-published-in-a-workflow-task.md): it brings small media from prompt hosts, and goes live. It ends at the
 * first wait or failure, and answers the step that is next.
 */
export function createFirstSteps(deps: ActivityDeps) {
  const limiter = new KeyedLimiter({ total: firstStepsMax, perKey: workspaceMax, waiting: 0 });

  return async (run: AssignmentRun): Promise<RunStep> => {
    const own = knowing(deps);
    const begun = await recordEvent(own, run, began(run));
    if (begun?.assignment.generation !== run.generation) return runStep(run, begun);
    const { assignment, facts } = begun;
    if (!isUntouched(assignment) || !isPrompt(deps, facts)) return runStep(run, begun);
    try {
      return await limiter.run(facts.workspaceId, async () =>
        withTaskLimits(async (limits) => upload(own, run, { limits, placed: placedAssignmentOf(begun) })),
      );
    } catch (error) {
      if (error instanceof LimitReached) return runStep(run, begun);
      throw error;
    }
  };
}

/** Nothing has been tried yet, and nothing is to be removed before. */
function isUntouched({ status, media, cleanup, tries, call }: AssignmentSnapshot): boolean {
  return status === 'uploading' && media.state === 'none' && cleanup !== 'due' && tries === null && call === null;
}

function isPrompt({ platforms, promptHosts }: ActivityDeps, facts: Facts): boolean {
  const publisher = publisherFor(platformFor(platforms, facts.platform), facts.type);
  return publisher.mediaUrls(facts).every((mediaUrl) => promptHosts.isPrompt(facts.workspaceId, mediaUrl));
}

/** An untried assignment with a place of its workspace (models/outbox/places.ts). Null: scheduled, without a place. */
function placedAssignmentOf({ assignment: { dueAt, media, cleanup }, facts }: Recorded): TransferSubject | null {
  if (dueAt !== null) return null;
  const isAbsent = media.absentSince !== null;
  return { ...facts, cleanup, isAbsent, hasTries: false, isAhead: false, hasUploads: facts.media.length > 0 };
}
