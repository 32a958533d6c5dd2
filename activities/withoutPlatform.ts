import type { AssignmentError } from '../domain/assignment';
import type { RunStep } from '../domain/assignment/runStep';
import { endedStatuses } from '../domain/assignment';
import type { FailureCode } from '../domain/failures';
import { paced } from '../domain/pace';
import type { PublishJob } from '../domain/workflowContract';
import { strandedJob } from '../models/withoutPlatform';
import type { StrandedJob } from '../models/withoutPlatform';
import { factsOf, notOffered } from '../platforms/index';
import type { ActivityDeps } from './deps';

const hourMs = 3_600_000;
/** A job that has published nothing waits so long for its platform, from its time on (contract.md §11). */
const patienceMs = 24 * hourMs;
/** A job looks so often whether its platform is offered again, and each hour while its time lies further ahead than that. */
const lookMs = (): number => paced(60_000);

type Offered = Pick<ActivityDeps, 'platforms'>;

/**
 * The wait of a job whose next status needs a platform that is not offered, or the failure that ends it. It keeps its status.
 * @returns null where nothing keeps the job from going on
 */
export async function waitForPlatform(
  { platforms }: Offered,
  job: PublishJob,
  fail: (error: AssignmentError) => Promise<RunStep>,
): Promise<RunStep | null> {
  if (platforms.has(job.platform)) return null;
  const stranded = await find(job);
  if (!stranded?.isDue) return null;
  if (stranded.leftMs <= 0) return fail(endOf(job, stranded));
  return { do: 'wait', ms: untilLook(stranded), for: 'its platform is offered again', isCancellable: true };
}

/** The end of a step's try whose platform is not offered: it is tried again after a while, or never. */
export type StrandedTry = { message: string; delayMs: number } | { message: string; code: FailureCode } | 'movedOn';

/**
 * What becomes of a step that needs a platform which is not offered. A clean-up ends, and has a patience of its own.
 * @returns null where the platform is offered
 */
export async function strandedTry({ platforms }: Offered, job: PublishJob): Promise<StrandedTry | null> {
  if (platforms.has(job.platform)) return null;
  const stranded = await find(job);
  if (!stranded) return 'movedOn';
  const { message } = notOffered(job.platform);
  if (endedStatuses.includes(stranded.status)) return { code: 'PLATFORM_UNAVAILABLE', message };
  return stranded.leftMs > 0 ? { message, delayMs: untilLook(stranded) } : endOf(job, stranded);
}

async function find(job: PublishJob): Promise<StrandedJob | undefined> {
  return strandedJob(job, { patienceMs, processingMs: factsOf(job.platform).processingLimitMs });
}

function untilLook({ dueInMs, leftMs }: StrandedJob): number {
  return Math.min(leftMs, dueInMs > hourMs ? hourMs : lookMs());
}

function endOf({ platform }: PublishJob, { mayBePublic }: StrandedJob): { code: FailureCode; message: string } {
  const { message } = notOffered(platform);
  if (!mayBePublic) return { code: 'PLATFORM_UNAVAILABLE', message };
  const known = `${factsOf(platform).name} may have published the post, and cannot be asked. Look at the channel; retry asks again.`;
  return { code: 'OUTCOME_UNKNOWN', message: `${known} ${message}` };
}
