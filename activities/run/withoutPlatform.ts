import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { hasEnded } from '../../domain/assignment/snapshot';
import type { Reason } from '../../domain/assignment/snapshot';
import { stranded } from '../../domain/assignment/withoutPlatform';
import type { AssignmentWithoutPlatform } from '../../domain/assignment/withoutPlatform';
import type { AssignmentRun } from '../../domain/workflowContract';
import { leavePlace, waitingSince } from '../../models/publishing/withoutPlatform';
import { factsOf, notOffered } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import { failForGood, loadRun } from './report';

/**
 * The wait of an assignment whose platform is not offered, or its failure. It keeps its status while it waits.
 * @param isNeeded the run needs the platform now; else only a due assignment whose next status needs it waits
 * @returns null where nothing keeps the assignment from going on
 */
export async function waitForPlatform(
  deps: ActivityDeps,
  run: AssignmentRun,
  isNeeded: boolean,
): Promise<RunStep | null> {
  if (deps.platforms.has(run.platform)) return null;
  const loaded = await loadRun(deps, run);
  const since = loaded && !hasEnded(loaded.assignment) && (await waitingSince(run));
  if (!since) return isNeeded ? runStep(run, loaded) : null;
  const found = stranded(loaded.assignment, loaded.now, since, factsOf(run.platform).processingLimitMs);
  const { isDue, leftMs, lookMs } = found;
  if (!isNeeded && !isDue) return null;
  if (leftMs <= 0) return failForGood(deps, run, endOf(run, found));
  await leavePlace(run);
  return { do: 'wait', ms: lookMs, for: 'its platform is offered again', isCancellable: true };
}

function endOf({ platform }: AssignmentRun, { mayBePublic }: AssignmentWithoutPlatform): Reason {
  const { message } = notOffered(platform);
  if (!mayBePublic) return { code: 'PLATFORM_UNAVAILABLE', message };
  const known = `${factsOf(platform).name} may have published the post, and cannot be asked. Look at the channel; retry asks again.`;
  return { code: 'OUTCOME_UNKNOWN', message: `${known} ${message}` };
}
