import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { internalFault, PublishFailure } from '../../domain/failures/PublishFailure';
import { workOf } from '../../domain/assignment/nextStep';
import { runStep } from '../../domain/assignment/runStep';
import type { RunStep } from '../../domain/assignment/runStep';
import { paced } from '../../domain/pace';
import type { AssignmentRun } from '../../domain/workflowContract';
import { withTimeLimit } from '../../lib/timeLimit';
import type { Recorded, Report } from '../../models/assignments/store/record';
import { channelAccess } from '../../channels/channelAccess';
import { sparesOf } from '../../models/publishing/platformObjects';
import { RunChannel } from '../../models/assignments/runSubjects';
import { forgetSpare, noteMediaWarnings } from '../../models/publishing/spareMedia';
import type { ActivityDeps } from '../deps';
import type { Heartbeat } from '../heartbeat';
import { abandon } from '../run/cleanUp';
import { publishContextOf } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';
import { recordEvent } from '../run/report';
import { takeStep } from '../run/step';
import { TryEnded, requireOngoing } from '../run/try';
import { bringSpares, ItemFailure } from './bringSpares';
import { newerWords, warningsOf } from './mediaWarnings';
import { untilProcessed } from './untilProcessed';

/** The newer version takes its place so long before the scheduled time at the latest: staging it then makes no post late. */
const marginMs = () => paced(1000);

/**
 * Brings the newer version of a post's media beside the prepared media, and puts it in their place when it is whole:
 * with the platform, and processed as far as the platform does so before publishing (contract.md §2). The prepared post
 * stays as it is, with a warning, if the type refuses the newer version, or if it fails or comes too late.
 * @returns the step that is next
 * @throws ApplicationFailure that makes Temporal try again
 */
export async function renewMedia(deps: ActivityDeps, run: AssignmentRun): Promise<RunStep> {
  const bring = async (whole: AbortSignal, heartbeat: Heartbeat): Promise<RunStep> => {
    const post = await publishContextOf(deps, run, ['uploaded'], whole);
    const { snapshot, readAt } = post;
    if (workOf(snapshot, readAt) !== 'renew') throw new TryEnded();
    const leftMs = (snapshot.dueAt ?? readAt) - readAt;
    const recorded = await withTimeLimit(whole, Math.max(0, leftMs - marginMs()), async (signal) =>
      renew(endingBy(post, signal), heartbeat),
    ).catch(async (error: unknown) => {
      whole.throwIfAborted();
      return keepPrepared(post, error);
    });
    return runStep(run, recorded);
  };
  return takeStep(deps, run, 'renew', bring, { isUnlimited: true });
}

/** The same post, whose calls end with this signal. */
function endingBy(post: PublishContext, signal: AbortSignal): PublishContext {
  const { deps, platform, assignment } = post;
  const channel = new RunChannel(assignment.connectionId);
  return { ...post, signal, access: channelAccess(deps, { platform, channel, signal }) };
}

async function renew(post: PublishContext, heartbeat: Heartbeat): Promise<Recorded> {
  const { deps, run, assignment } = post;
  await noteMediaWarnings(run, warningsOf(assignment, [{ item: null, words: newerWords }]));
  await removeSpares(post);
  const isTaken = await bringSpares(post, heartbeat);
  if (isTaken) await untilProcessed(post);
  const recorded = requireOngoing(run, await recordRenewal(post, isTaken));
  if (isTaken) deps.logger.info({ ...run }, 'a newer version of the media has taken the place of what was prepared');
  return recorded;
}

/** @param isTaken each medium has a newer version, which is whole; else the sources serve the transferred versions */
async function recordRenewal({ deps, run }: PublishContext, isTaken: boolean): Promise<Recorded | null> {
  const event = { is: 'renewed', generation: run.generation, isTaken } as const;
  const report: Report = (_assignment, _now, { media }) =>
    isTaken && media.some(({ spareObjectId }) => spareObjectId === null) ? null : event;
  return recordEvent(deps, run, report, { takesNewer: isTaken, columns: { media_warnings: null } });
}

/** Removes the uploads of an earlier try. An upload that cannot be removed now stays noted, and ends this try. */
async function removeSpares(post: PublishContext): Promise<void> {
  for (const { item, made } of sparesOf(post.deps.secrets, post.assignment)) {
    if (!(await abandon(post, { items: [made], draftId: null }))) throw notRemoved();
    await forgetSpare({ ...post.run, item });
  }
}

function notRemoved(): PublishFailure {
  const words = { seen: 'An earlier upload of the newer version is not removed yet.', todo: 'It is asked again.' };
  return new PublishFailure('UPLOAD_FAILED', words, { transient: true });
}

/** The post goes live as it is prepared. A fault that may pass is tried again while there is time. */
async function keepPrepared({ deps, run, assignment }: PublishContext, error: unknown): Promise<Recorded> {
  const isOver = error instanceof ApplicationFailure || error instanceof CancelledFailure || error instanceof TryEnded;
  if (isOver) throw error;
  const { item, failure } = error instanceof ItemFailure ? error : { item: null, failure: error };
  const isKnown = failure instanceof PublishFailure;
  const { code, message, transient, retryAfterMs } = isKnown ? failure : internalFault(failure);
  const failed = {
    code,
    message,
    transient: isKnown && transient,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  const event = { is: 'failed', of: 'renew', generation: run.generation, failure: failed } as const;
  const warnings = warningsOf(assignment, [{ item, words: isKnown ? message : newerWords }]);
  const recorded = requireOngoing(run, await recordEvent(deps, run, event, { columns: { media_warnings: warnings } }));
  if (recorded.assignment.media.isOutdated) throw new TryEnded(recorded, { type: 'RENEWAL_FAILED', message });
  deps.logger.info({ ...run, err: failure }, 'a newer version of the media is not used');
  return recorded;
}
