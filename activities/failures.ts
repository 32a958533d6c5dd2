import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { FailureCode } from '../domain/failures';
import { internalFault, PublishFailure } from '../domain/PublishFailure';
import { paced } from '../domain/pace';
import { stepLimitMs } from '../domain/stepLimits';
import { movedOn } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { withTimeLimit } from '../lib/timeLimit';
import type { ActivityDeps } from './deps';
import { recordEvent } from './recordEvent';

/** The work of one try. */
export type Step<T> = (signal: AbortSignal, heartbeat: Heartbeat) => Promise<T>;

export interface TryOptions {
  /** Ends the try; the activity's own by default. */
  signal?: AbortSignal;
  /** True for a step that may take as long as bytes move: its calls have limits of their own. */
  isUnlimited?: boolean;
}

/**
 * One try of a platform step, without a judgement.
 * @throws PublishFailure why it failed; a cancellation, and a failure in Temporal's form, pass through
 */
export async function oneTry<T>(
  deps: ActivityDeps,
  job: PublishJob,
  step: Step<T>,
  { signal = Context.current().cancellationSignal, isUnlimited = false }: TryOptions = {},
): Promise<T> {
  const heartbeat = startHeartbeat();
  try {
    const work = async (limited: AbortSignal): Promise<T> => step(limited, heartbeat);
    const result = isUnlimited ? await work(signal) : await limitedTry(signal, work);
    failpoint('step.ended');
    return result;
  } catch (error) {
    if (isShutdown(error)) await forgetFailedTries(deps, job);
    if (error instanceof CancelledFailure || error instanceof ApplicationFailure) throw error;
    throw asPublishFailure(deps, job, error);
  } finally {
    heartbeat.stop();
  }
}

/** Cuts a try that takes too long, before Temporal does: Temporal would begin the next one without a count. */
async function limitedTry<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limitMs = paced(stepLimitMs);
  const words = { seen: `The platform did not do its part within ${limitMs / 1000} s.`, todo: 'Retry later.' };
  const late = () => new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
  return withTimeLimit(signal, limitMs, work, late);
}

/** Forgets the failed tries of a step that a shutdown cancels. The step ends as cancelled even if this fails. */
async function forgetFailedTries(deps: ActivityDeps, job: PublishJob): Promise<void> {
  const { generation } = job;
  await recordEvent(deps, job, () => ({ is: 'progressed', ends: 'tries', generation })).catch((error: unknown) => {
    deps.logger.warn({ err: error, ...job }, 'tries that had failed before a shutdown still count');
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

/** Ends the step; its type is the code for `errors[]`. */
export function giveUp(code: FailureCode, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: code, message, nonRetryable: true });
}
