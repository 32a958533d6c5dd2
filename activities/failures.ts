import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { FailureCode } from '../domain/failures';
import { internalFault, PublishFailure } from '../domain/PublishFailure';
import { movedOn } from '../domain/publishPhase';
import { paced } from '../domain/pace';
import { stepLimitMs, unfamiliarTriesMax, unfamiliarWaitMsMax } from '../domain/stepLimits';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { withTimeLimit } from '../lib/timeLimit';
import type { ActivityDeps } from './deps';
import { postponePreparation } from '../models/preparation';
import { noteFailedTry, noteProgress } from '../models/tries';
import type { FailedTries } from '../models/tries';
import { strandedTry } from './withoutPlatform';

/**
 * The last try of a step without progress begins within this time after the first one failed, however few they were
 * (contract.md §2): a platform that names a later time is not waited for.
 */
const triesLastMs = 30 * 60_000;
/** Before its time, a step waits so long at most for a platform that names when it may be asked again. */
const longestStepWaitMs = 5 * 60_000;
/** Type of the failure of a step that waits for its platform to be offered again. */
const platformNotOffered = 'PLATFORM_NOT_OFFERED';

interface StepOptions {
  /** Ends the try; the activity's own by default. */
  signal?: AbortSignal;
  /** True for a step that may take as long as bytes move: its calls have limits of their own. */
  isUnlimited?: boolean;
}

/**
 * Runs one try of a platform step and says to Temporal what is to become of it:
 * - a platform that is not offered: the step waits for it;
 * - success: the transition that follows begins the count of failed tries anew;
 * - a definite refusal, or the last of the tries: not retryable, its type is the code for `errors[]`;
 * - a transient failure, and a try that is cut since it took too long: counted in the database, then tried again after the
 *   next delay or when the platform said.
 * A cancellation, and a failure already in Temporal's form, pass through; when it is this worker that ends, the count of
 * failed tries begins anew, too.
 * @param step ends with the signal that it is given
 */
export async function tryStep<T>(
  deps: ActivityDeps,
  job: PublishJob,
  step: (signal: AbortSignal, heartbeat: Heartbeat) => Promise<T>,
  { signal = Context.current().cancellationSignal, isUnlimited = false }: StepOptions = {},
): Promise<T> {
  await requireOffered(deps, job);
  const heartbeat = startHeartbeat();
  try {
    const work = async (limited: AbortSignal): Promise<T> => step(limited, heartbeat);
    const result = isUnlimited ? await work(signal) : await limitedTry(signal, work);
    failpoint('step.ended');
    return result;
  } catch (error) {
    if (isShutdown(error)) await forgetFailedTries(deps, job);
    if (error instanceof CancelledFailure || error instanceof ApplicationFailure) throw error;
    throw await judge(deps, job, asPublishFailure(deps, job, error));
  } finally {
    heartbeat.stop();
  }
}

/** @throws ApplicationFailure while the platform of the job is not offered */
async function requireOffered(deps: ActivityDeps, job: PublishJob): Promise<void> {
  const stranded = await strandedTry(deps, job);
  if (stranded === null) return;
  if (stranded === 'movedOn') throw jobHasMovedOn();
  const { message } = stranded;
  throw 'code' in stranded ? giveUp(stranded.code, message) : askAgain(platformNotOffered, message, stranded.delayMs);
}

/** Cuts a try that takes too long, before Temporal does: Temporal would begin the next one without a count. */
async function limitedTry<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limitMs = paced(stepLimitMs);
  const words = { seen: `The platform did not do its part within ${limitMs / 1000} s.`, todo: 'Retry later.' };
  const late = () => new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
  return withTimeLimit(signal, limitMs, work, late);
}

/** Forgets the failed tries of a step that a shutdown cancels. The step ends as cancelled even if this fails. */
async function forgetFailedTries({ logger }: ActivityDeps, job: PublishJob): Promise<void> {
  await noteProgress(job.assignmentId, job.generation).catch((error: unknown) => {
    logger.warn({ err: error, ...job }, 'tries that had failed before a shutdown still count');
  });
}

function isShutdown(error: unknown): boolean {
  return error instanceof CancelledFailure && error.message === 'WORKER_SHUTDOWN';
}

export interface Heartbeat {
  /** Details that operators see under Pending Activities from the next beat on. */
  details: Record<string, string | number | null>;
}

/** The worker passes beats on at most once a second; without them a lost worker would be noticed too late. */
const heartbeatMs = 500;

/** Beats for the activity that runs now, until it is stopped. */
export function startHeartbeat(): Heartbeat & { stop: () => void } {
  const context = Context.current();
  const beat = { details: {}, stop: () => clearInterval(timer) };
  const timer = setInterval(() => context.heartbeat(beat.details), heartbeatMs);
  return beat;
}

/** Ends the activity because the row says what is next; the workflow then asks it. */
export function jobHasMovedOn(): ApplicationFailure {
  return ApplicationFailure.create({
    type: movedOn,
    message: 'another generation has taken over, or the job has ended, or waits',
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Waits as an activity retry: visible to operators as pending, and no event in the history. */
export function askAgain(type: string, message: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nextRetryDelay: Math.max(1, Math.ceil(delayMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Logs any error but a `PublishFailure` whole, as our own or our database's fault; callers see nothing of it. */
function asPublishFailure({ logger }: ActivityDeps, job: PublishJob, error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error;
  logger.error({ err: error, ...job }, 'a step failed for a reason of our own');
  return internalFault(error);
}

async function judge(deps: ActivityDeps, job: PublishJob, failure: PublishFailure): Promise<ApplicationFailure> {
  const { code, message, isUnfamiliar } = failure;
  if (!failure.transient) return giveUp(code, message);
  const failed = await noteFailedTry(job.assignmentId, job.generation, { code, message, refusal: refusalIn(failure) });
  if (!failed) return jobHasMovedOn();
  failpoint('try.counted');
  deps.logger.warn({ ...job, code, tries: failed.tries, reason: message }, 'a step failed and is tried again');
  const { dueInMs, elapsedMs } = failed;
  if (isUnfamiliar) return again(deps, failed, failure);
  if (dueInMs > 0 && (await postpone(deps, job, failure))) return jobHasMovedOn();
  const delayMs = deps.platformRetryDelaysMs[failed.tries - 1];
  if (delayMs === undefined) return giveUp(code, message);
  const waitMs = Math.max(1, failure.retryAfterMs ?? 0, delayMs);
  if (dueInMs === 0 && elapsedMs + waitMs > triesLastMs) return giveUp(code, message);
  // At its scheduled time a job tries again, however long the wait would be: it begins to count anew then.
  const nextRetryDelay = dueInMs > 0 ? Math.min(waitMs, dueInMs) : waitMs;
  return ApplicationFailure.create({ type: code, message, nextRetryDelay });
}

/**
 * A refusal that nobody knows is tried a few times. The last one of a call that may have published is no end: the next try
 * looks what came of it, and ends the job if nothing did (`settleEarlier`).
 */
function again(
  { platformRetryDelaysMs }: ActivityDeps,
  { tries, refusedInARow, dueInMs }: FailedTries,
  { code, message }: PublishFailure,
): ApplicationFailure {
  const delayMs = platformRetryDelaysMs[tries - 1];
  const isLast = refusedInARow >= unfamiliarTriesMax && code !== 'OUTCOME_UNKNOWN';
  if (isLast || delayMs === undefined) return giveUp(code, message);
  const waitMs = Math.max(1, Math.min(delayMs, unfamiliarWaitMsMax));
  const nextRetryDelay = dueInMs > 0 ? Math.min(waitMs, dueInMs) : waitMs;
  return ApplicationFailure.create({ type: code, message, nextRetryDelay });
}

/** The platform's own words of a refusal that nobody knows; null of any other failure. */
function refusalIn({ isUnfamiliar, cause, words }: PublishFailure): string | null {
  if (!isUnfamiliar) return null;
  return cause instanceof PublishFailure ? cause.words.seen : words.seen;
}

/**
 * Lets the job wait, and not its step, where a preparation meets a limit with a far end: so its caller sees why, and may edit
 * it (contract.md §2).
 * @returns whether the job waits now
 */
async function postpone({ logger }: ActivityDeps, job: PublishJob, failure: PublishFailure): Promise<boolean> {
  const { code, message, retryAfterMs = 0 } = failure;
  if (retryAfterMs <= longestStepWaitMs) return false;
  const waitMs = await postponePreparation(job, { code, message }, retryAfterMs);
  if (waitMs === null) return false;
  logger.warn({ ...job, code, reason: message, waitMs }, 'a preparation meets a limit and is tried again');
  return true;
}

function giveUp(code: FailureCode, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: code, message, nonRetryable: true });
}
