import type { AssignmentStatus } from '../../domain/assignment';
import type { Cost } from '../../domain/cost';
import { PublishFailure } from '../../domain/PublishFailure';
import { stillProcessing } from '../../domain/publishPhase';
import type { PublishJob } from '../../domain/workflowContract';
import { channelAccess } from '../../models/channelAccess';
import type { ChannelAccess } from '../../models/channelAccess';
import { RunChannel } from '../../models/ofRuns';
import { jobAndMade } from '../../models/madeOf';
import type { JobRow, MadeByJob } from '../../models/madeOf';
import type { BlockingAttempt } from '../../models/openAttempts';
import { platformFor, publisherFor } from '../../platforms/index';
import type { Platform } from '../../platforms/Platform';
import type { Publisher } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import { askAgain, jobHasMovedOn } from '../failures';
import { noteStillProcessing } from '../../models/tries';

/** The longest wait between two questions about processing (contract.md §2). */
const pollMsMax = 60_000;

/** One try of a step. */
export interface Try {
  /** The number of tries before: the wait for the platform doubles with each. */
  triesBefore: number;
  /** Ends its calls; the activity's own by default. */
  signal?: AbortSignal;
}

/** The context of one post, which the steps of its publication share. */
export interface PostInHand extends MadeByJob {
  triesBefore: number;
  deps: ActivityDeps;
  job: PublishJob;
  assignment: JobRow;
  /** The earlier call that stood before the next one when the job was read. */
  earlier: BlockingAttempt | null;
  /** An earlier call of the job may have made a draft that no row names. */
  hasLostStage: boolean;
  platform: Platform;
  publisher: Publisher;
  access: ChannelAccess;
  /** Ends every call. */
  signal: AbortSignal;
}

/**
 * The post of a job that is in one of these statuses, as the database has it now.
 * @throws ApplicationFailure `MOVED_ON` for a job that is elsewhere
 */
export async function postInHand(
  deps: ActivityDeps,
  job: PublishJob,
  statuses: readonly AssignmentStatus[],
  { triesBefore, signal }: Try & { signal: AbortSignal },
): Promise<PostInHand> {
  const found = await jobAndMade(deps.secrets, job);
  if (!found || !statuses.includes(found.assignment.status)) throw jobHasMovedOn();
  const { assignment, ...ofJob } = found;
  const platform = platformFor(deps.platforms, assignment.platform);
  const publisher = publisherFor(platform, assignment.type);
  const channel = new RunChannel(assignment.connectionId);
  const access = channelAccess(deps, { platform, channel, signal });
  return { deps, job, triesBefore, assignment, platform, publisher, access, signal, ...ofJob };
}

/**
 * The platform is still at it: asked at once, after 5 s, then doubling to 60 s (contract.md §2). The wait is no longer
 * than the platform has been at it: it begins anew with the call that publishes.
 * @returns the failure that makes Temporal ask again
 * @throws PublishFailure `PROCESSING_TIMEOUT` past the platform's limit
 */
export async function askLater({ deps, job, platform, triesBefore }: PostInHand, doing: string): Promise<Error> {
  const sinceMs = await noteStillProcessing(job.assignmentId, job.generation);
  if (sinceMs > platform.processingLimitMs) throw tookTooLong(platform);
  const { processingPollMs } = deps;
  const delayMs = Math.min(processingPollMs + sinceMs, processingPollMs * 2 ** triesBefore, pollMsMax);
  return askAgain(stillProcessing, `${platform.name} is still ${doing}`, delayMs);
}

/** The longest that a look waits for others. */
const patienceMsMax = 1000;

/**
 * A first look asks at once, so that its cost is known. A later one can wait for others of its channel, a tenth of what it
 * has waited already.
 */
export function patienceOf({ deps, triesBefore, publisher }: PostInHand): { patienceMs: number; cost?: Cost } {
  const { lookCost: cost } = publisher;
  if (triesBefore === 0) return { patienceMs: 0, ...(cost && { cost }) };
  const waitedMs = Math.min(deps.processingPollMs * 2 ** (triesBefore - 1), pollMsMax);
  return { patienceMs: Math.min(waitedMs / 10, patienceMsMax) };
}

function tookTooLong(platform: Platform): PublishFailure {
  const hours = platform.processingLimitMs / 3_600_000;
  return new PublishFailure(
    'PROCESSING_TIMEOUT',
    {
      seen: `${platform.name} did not finish processing within ${hours} hours.`,
      todo: 'Retry: it goes on with the same upload.',
    },
    { transient: false },
  );
}
