import { PublishFailure } from '../../domain/failures/PublishFailure';
import { paced } from '../../domain/pace';
import { callLeaseMs } from '../../domain/stepLimits';
import type { AssignmentRun } from '../../domain/workflowContract';
import { beginRemoval, endRemoval } from '../../models/publishing/removalAttempts';
import type { Loaded } from '../../models/assignments/store/loadAssignment';
import { platformFor, publisherFor } from '../../platforms/index';
import type { Platform } from '../../platforms/Platform';
import { askAgain } from '../askAgain';
import { activityAccess } from '../channelAccess';
import type { ActivityDeps } from '../deps';
import { failedDebt, waitOf } from './debts';
import { loadRun, recordEvent } from './report';
import { oneTry } from './try';

/** The call ends this long before its lease, so that no call that waits for the lease can meet it. */
const marginMs = () => paced(5_000);

/** The removal of a public post that somebody has asked for (activities/README.md). */
export function createTakeDownActivities(deps: ActivityDeps) {
  return {
    /**
     * Deletes the public post, or hides it. What sets a state is repeated after a lost answer; an empty quota, a platform that is down
     * and a fault of ours are waited for. A post that the platform does not find is gone once that is certain.
     * @throws ApplicationFailure that makes Temporal ask again
     */
    async takeDown(run: AssignmentRun): Promise<void> {
      try {
        await oneTry(deps, run, async (signal) => takePostDown(deps, run, signal));
      } catch (error) {
        if (!(error instanceof PublishFailure)) throw error;
        const failed = await failedDebt(deps, run, 'takeDown', error);
        if (failed?.removal?.state !== 'failed') return;
        deps.logger.warn({ ...run, err: error }, 'a post could not be taken down');
      }
    },
  };
}

async function takePostDown(deps: ActivityDeps, run: AssignmentRun, signal: AbortSignal): Promise<void> {
  const owed = await loadRun(deps, run);
  if (owed?.assignment.removal?.state !== 'due') return;
  const platform = platformFor(deps.platforms, run.platform);
  const outcome = await callUnderLease(deps, run, platform, owed, signal);
  const { version: asOf, removal } = owed.assignment;
  const { publishedAt: madeAt, payload } = owed.facts;
  const event = { is: 'cleaned', debt: 'removal', generation: run.generation, asOf } as const;
  const isHidden = outcome === 'done' && removal.mode === 'private';
  const recorded = await recordEvent(
    deps,
    run,
    outcome === 'done' ? { ...event, outcome } : { ...event, outcome, madeAt },
    isHidden ? { columns: { payload: { ...payload, privacy: 'private' } } } : {},
  );
  const { assignment, now } = recorded ?? {};
  if (assignment?.removal?.state !== 'due' || now === undefined) return;
  // Another wish has come meanwhile, or the post is looked for.
  throw askAgain('NOT_FOUND', `${platform.name} does not find the post; it is asked again.`, waitOf(assignment, now));
}

/** @throws PublishFailure; ApplicationFailure while another call may change the post */
async function callUnderLease(
  deps: ActivityDeps,
  run: AssignmentRun,
  platform: Platform,
  { assignment: { removal }, facts }: Loaded,
  signal: AbortSignal,
): Promise<'done' | 'unseen'> {
  const { connectionId, type, platformPostId } = facts;
  const publisher = publisherFor(platform, type);
  const takeItDown = publisher.takeDown?.bind(publisher);
  if (!removal || !takeItDown || platformPostId === null) throw new Error('no such post can be taken down');
  const lease = { leaseSeconds: callLeaseMs() / 1000, settleSeconds: paced(platform.settleMs) / 1000 };
  const notAfterMs = performance.now() + callLeaseMs() - marginMs();
  const begun = await beginRemoval(run, lease);
  if (!begun) throw askAgain('READ_AGAIN', 'the assignment was changed meanwhile', paced(1000));
  if ('waitMs' in begun)
    throw askAgain('AWAITING_LEASE', 'an earlier call may still be on its way', Math.max(begun.waitMs, paced(1000)));
  const access = activityAccess(deps, platform, connectionId, signal);
  try {
    const outcome = await access.call(async (call) => takeItDown(call, platformPostId, removal.mode), { notAfterMs });
    await endRemoval(begun.attemptId, outcome === 'done' ? 'happened' : 'notHappened');
    return outcome;
  } catch (error) {
    if (error instanceof PublishFailure && error.isRefusal) await endRemoval(begun.attemptId, 'notHappened');
    throw error;
  }
}
