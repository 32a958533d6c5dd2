import { nextStep } from '../../domain/assignment/nextStep';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { AssignmentRun } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { withTimeLimit } from '../../lib/timeLimit';
import type { Loaded } from '../../models/assignments/store/loadAssignment';
import { channelAccess } from '../../channels/channelAccess';
import { platformObjectsOf, newestOf, sparesOf } from '../../models/publishing/platformObjects';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { Platform } from '../../platforms/Platform';
import type { Call } from '../../platforms/Call';
import type { PlatformObjects, Publisher, Removal } from '../../platforms/Publisher';
import { platformFor, publisherFor } from '../../platforms/index';
import { askAgain } from '../askAgain';
import { activityAccess } from '../channelAccess';
import type { ActivityDeps } from '../deps';
import { failedDebt } from './debts';
import { loadRun, recordEvent } from './report';
import { oneTry } from './try';

/** The clean-up that a failed or cancelled assignment owes (activities/README.md). */
export function createCleanupActivities(deps: ActivityDeps) {
  return {
    /**
     * Removes sessions and unpublished objects; objects that cannot be removed for good are counted and shown. An empty
     * quota, a platform that is down and a fault of ours are waited for: no other step would remove the objects later.
     */
    async cleanUp(run: AssignmentRun): Promise<void> {
      try {
        await oneTry(deps, run, async (signal) => removeLeftover(deps, run, signal));
      } catch (error) {
        if (!(error instanceof PublishFailure)) throw error;
        const failed = await failedDebt(deps, run, 'cleanUp', error);
        if (failed?.cleanup !== 'failed') return;
        deps.metrics.cleanupsFailed.inc({ platform: run.platform });
        deps.logger.warn({ ...run, err: error }, 'what an assignment left on the platform could not be removed');
        failpoint('cleanup.givenUp');
      }
    },
  };
}

/**
 * Removes the objects owed by the assignment, and records that. A post that turns out to be public stays, and stays
 * known. An object that the platform does not find may still exist: its id is kept until it is certainly gone.
 * @param signal ends its calls
 */
export async function removeLeftover(deps: ActivityDeps, run: AssignmentRun, signal: AbortSignal): Promise<void> {
  const owed = await loadRun(deps, run);
  if (owed?.assignment.cleanup !== 'due') return;
  const { connectionId, type } = owed.facts;
  const platform = platformFor(deps.platforms, run.platform);
  const access = activityAccess(deps, platform, connectionId, signal);
  const removed = await access.call(async (call) => removeAll(deps, publisherFor(platform, type), call, owed));
  const event = { is: 'cleaned', debt: 'cleanup', generation: run.generation, ...endOf(removed, owed) } as const;
  const recorded = await recordEvent(deps, run, event);
  if (!recorded || recorded.change.isVoid)
    throw askAgain('MORE_LEFT', 'the assignment has left more on the platform meanwhile', 1);
  const { assignment, now } = recorded;
  const step = nextStep(assignment, now);
  if (assignment.cleanup === 'due')
    throw askAgain('NOT_FOUND', notSeen(platform), step.do === 'wait' ? step.until - now : 0);
}

/** The outcome of removals for the rules, with the version of the assignment that named the objects. */
function endOf([post, ...others]: Removal[], { assignment: { version: asOf, draft }, facts }: Loaded) {
  if ([post, ...others].includes('unknown'))
    return { asOf, outcome: 'unseen', madeAt: newestOf(facts, draft.madeAt) } as const;
  return { asOf, outcome: post === 'public' ? 'kept' : 'done' } as const;
}

/** @returns the outcomes of the assignment's own post, then of each draft that it has replaced, and of spare media */
async function removeAll(
  { secrets }: ActivityDeps,
  publisher: Publisher,
  call: Call,
  { assignment: { status }, facts }: Loaded,
): Promise<Removal[]> {
  const isPost = status === 'published';
  const removals: Removal[] = [isPost ? 'public' : await publisher.remove(call, platformObjectsOf(secrets, facts))];
  for (const draftId of facts.replaced) removals.push(await publisher.remove(call, { items: [], draftId }));
  for (const { made } of sparesOf(secrets, facts))
    removals.push(await publisher.remove(call, { items: [made], draftId: null }));
  return removals;
}

function notSeen({ name }: Platform): string {
  return `${name} does not find what the run left there; it is asked again.`;
}

/** Longest wait for the removal. */
const abandonMs = 3000;

interface Finder {
  deps: ActivityDeps;
  run: AssignmentRun;
  platform: Platform;
  publisher: Publisher;
  assignment: { connectionId: string };
}

/**
 * Removes at once objects that are not public and that no assignment goes on with. The try's own signal may have ended.
 * Never throws: a clean-up later removes an object noted in a row; any other object stays, and is logged.
 * @returns whether the objects are gone
 */
export async function abandon(
  { deps, run, platform, publisher, assignment: { connectionId } }: Finder,
  made: PlatformObjects,
): Promise<boolean> {
  const remove = async (signal: AbortSignal): Promise<Removal> =>
    channelAccess(deps, { platform, channel: new RunChannel(connectionId), signal }).call(async (call) =>
      publisher.remove(call, made),
    );
  try {
    return (await withTimeLimit(new AbortController().signal, abandonMs, remove)) === 'gone';
  } catch (error) {
    deps.logger.warn({ err: error, ...run }, 'what no assignment goes on with was not removed at once');
    return false;
  }
}
