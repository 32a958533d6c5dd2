import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { hasEnded, waits } from '../../domain/assignment/snapshot';
import { paced } from '../../domain/pace';
import { internalFault, PublishFailure } from '../../domain/failures/PublishFailure';
import { stepLimitMs } from '../../domain/stepLimits';
import type { AssignmentRun } from '../../domain/workflowContract';
import { withTimeLimit } from '../../lib/timeLimit';
import type { Recorded } from '../../models/assignments/store/record';
import type { ActivityDeps } from '../deps';
import { startHeartbeat } from '../heartbeat';
import type { Heartbeat } from '../heartbeat';
import { recordEvent } from './report';

/** The work of one try, until `signal` ends. */
export type Try<T> = (signal: AbortSignal, heartbeat: Heartbeat) => Promise<T>;

export interface TryOptions {
  /** Ends the try; the activity's own by default. */
  signal?: AbortSignal;
  /** True for a step that may take as long as bytes move: its calls have limits of their own. */
  isUnlimited?: boolean;
}

/** The reason for which operators see a step wait. */
export interface Reason {
  type: string;
  message: string;
  /** Something has failed. */
  isFailure?: boolean;
}

/** Ends a try early: the row names the next step. */
export class TryEnded extends Error {
  /** The assignment after a report; null: its row is to be asked. */
  readonly recorded: Recorded | null;
  /** The same step goes on later for this reason; null: the row asks for something else. */
  readonly why: Reason | null;

  constructor(recorded: Recorded | null = null, why: Reason | null = null) {
    super('another generation has taken over, or the assignment has ended, or waits');
    this.recorded = recorded;
    this.why = why;
  }
}

/**
 * The assignment after a report, where its step goes on.
 * @throws TryEnded where the report was void, or the assignment has ended, waits, or is another generation's
 */
export function requireOngoing(run: AssignmentRun, recorded: Recorded | null, why: Reason | null = null): Recorded {
  if (!recorded || hasMovedOn(run, recorded)) throw new TryEnded(recorded, why);
  return recorded;
}

/** Whether a report has ended its step. */
export function hasMovedOn({ generation }: AssignmentRun, { assignment, now, change }: Recorded): boolean {
  const isOver = assignment.generation !== generation || hasEnded(assignment);
  return change.isVoid || isOver || waits(assignment, now);
}

/**
 * One try, without a judgement.
 * @throws PublishFailure with the reason; CancelledFailure, ApplicationFailure and TryEnded pass through
 */
export async function oneTry<T>(
  deps: ActivityDeps,
  run: AssignmentRun,
  work: Try<T>,
  { signal = Context.current().cancellationSignal, isUnlimited = false }: TryOptions = {},
): Promise<T> {
  const heartbeat = startHeartbeat();
  try {
    const within = async (limited: AbortSignal): Promise<T> => work(limited, heartbeat);
    return isUnlimited ? await within(signal) : await limitedTry(signal, within);
  } catch (error) {
    if (isShutdown(error)) await forgetFailedTries(deps, run);
    if (error instanceof CancelledFailure || error instanceof ApplicationFailure || error instanceof TryEnded)
      throw error;
    throw asPublishFailure(deps, run, error);
  } finally {
    heartbeat.stop();
  }
}

/** Cuts a try that takes too long, before Temporal does: Temporal would begin the next try without a count. */
async function limitedTry<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limitMs = paced(stepLimitMs);
  const words = { seen: `The platform did not do its part within ${limitMs / 1000} s.`, todo: 'Retry later.' };
  const late = () => new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
  return withTimeLimit(signal, limitMs, work, late);
}

/** Forgets the failed tries of a step that a shutdown cancels. The step ends as cancelled even if this fails. */
async function forgetFailedTries(deps: ActivityDeps, run: AssignmentRun): Promise<void> {
  const { generation } = run;
  await recordEvent(deps, run, { is: 'progressed', ends: 'tries', generation }).catch((error: unknown) => {
    deps.logger.warn({ err: error, ...run }, 'tries that had failed before a shutdown still count');
  });
}

/** The message is a word of the SDK (`CancelReason`). The details of the cancellation do not tell a shutdown that this process begins. */
function isShutdown(error: unknown): boolean {
  return error instanceof CancelledFailure && error.message === 'WORKER_SHUTDOWN';
}

/** Logs any error but a `PublishFailure` whole, as our own or our database's fault; callers see nothing of it. */
function asPublishFailure({ logger }: ActivityDeps, run: AssignmentRun, error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error;
  logger.error({ err: error, ...run }, 'a step failed for a reason of our own');
  return internalFault(error);
}
