import { endedStatuses } from '../../domain/assignment';
import type { RunStep } from '../../domain/assignment/runStep';
import type { FailureCode } from '../../domain/failures';
import { paced } from '../../domain/pace';
import type { PublishJob } from '../../domain/workflowContract';
import { strandedJob } from '../../models/withoutPlatform';
import type { StrandedJob } from '../../models/withoutPlatform';
import { factsOf, notOffered } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import { reportFailure, stepNow } from './report';

const hourMs = 3_600_000;
/** A job that has published nothing waits so long for its platform, from its time on (contract.md §11). */
const patienceMs = 24 * hourMs;
/** A job looks so often whether its platform is offered again, and each hour while its time lies further ahead than that. */
const lookMs = (): number => paced(60_000);

/**
 * The wait of a job whose platform is not offered, or the end that comes of it. It keeps its status.
 * @param isNeeded for what the run is about to do; else only for a job whose next status needs it, and whose time has come
 * @returns null where nothing keeps the job from going on
 */
export async function waitForPlatform(deps: ActivityDeps, job: PublishJob, isNeeded: boolean): Promise<RunStep | null> {
  if (deps.platforms.has(job.platform)) return null;
  const processingMs = factsOf(job.platform).processingLimitMs;
  const stranded = await strandedJob(job, { patienceMs, processingMs });
  if (!stranded || endedStatuses.includes(stranded.status)) return isNeeded ? stepNow(deps, job) : null;
  if (!isNeeded && !stranded.isDue) return null;
  if (stranded.leftMs <= 0) return reportFailure(deps, job, endOf(job, stranded));
  return { do: 'wait', ms: untilLook(stranded), for: 'its platform is offered again', isCancellable: true };
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
