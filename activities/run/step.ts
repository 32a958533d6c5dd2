import { ApplicationFailure } from '@temporalio/common';
import type { Event } from '../../domain/assignment/events';
import { workOf } from '../../domain/assignment/nextStep';
import { runStep, wakeAheadMs } from '../../domain/assignment/runStep';
import type { RunStep, RunWork, WaitStep } from '../../domain/assignment/runStep';
import type { AssignmentSnapshot, Work } from '../../domain/assignment/snapshot';
import { changeThePost, PublishFailure, restate } from '../../domain/failures/PublishFailure';
import type { AssignmentRun } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import type { Recorded } from '../../models/assignments/store/record';
import { notOffered } from '../../platforms/index';
import { askAgain, tryAgain } from '../askAgain';
import type { ActivityDeps } from '../deps';
import { recordEvent, stepNow } from './report';
import { TryEnded, oneTry } from './try';
import type { Reason, Try, TryOptions } from './try';
import { waitForPlatform } from './withoutPlatform';

interface StepOptions extends TryOptions {
  /** One try and no other: a wait is answered, and not made. */
  isOnce?: boolean;
}

/** The work whose failure a step reports: it says nothing once the assignment is at other work. */
const worksOf: Readonly<Record<RunWork, readonly Work[]>> = {
  settle: ['settle'],
  upload: ['upload', 'cleanUp'],
  prepare: ['prepare'],
  askHosts: ['prepare'],
  renew: ['renew'],
  publish: ['settle', 'publish'],
};

/**
 * Takes a step by one try, and answers the step that is next. The row has the end of the try then, and says how the
 * assignment goes on: a definite refusal and the last of the tries end it, after any other failure it is tried again,
 * and a platform that is not offered is waited for. Temporal makes a wait within the step, and the next try; any other
 * wait is answered. A cancellation passes through; when this worker ends, the count of failed tries begins again, too.
 * @throws ApplicationFailure that makes Temporal try again
 */
export async function takeStep(
  deps: ActivityDeps,
  run: AssignmentRun,
  of: RunWork,
  work: Try<RunStep>,
  { isOnce = false, ...options }: StepOptions = {},
): Promise<RunStep> {
  const next = (step: RunStep, why: Reason | null): RunStep => (isOnce || !why ? step : orAgain(of, step, why));
  const whileAway = async (): Promise<RunStep | null> => {
    const away = await waitForPlatform(deps, run, true);
    return away && next(away, { type: 'PLATFORM_NOT_OFFERED', message: notOffered(run.platform).message });
  };
  const away = await whileAway();
  if (away) return away;
  try {
    return await oneTry(deps, run, work, options);
  } catch (error) {
    if (error instanceof TryEnded)
      return next(error.recorded ? runStep(run, error.recorded) : await stepNow(deps, run), error.why);
    if (error instanceof ApplicationFailure && isOnce) return stepNow(deps, run);
    if (!(error instanceof PublishFailure)) throw error;
    // It may have failed because its platform is not offered any more.
    const awayMeanwhile = await whileAway();
    if (awayMeanwhile) return awayMeanwhile;
    const { recorded, why } = await recordFailedTry(deps, run, error, worksOf[of]);
    return next(runStep(run, recorded), why);
  }
}

const waitsOfTries: readonly WaitStep['for'][] = [
  'its next try',
  'the platform',
  'the end of a call',
  'its platform is offered again',
];

/** @throws ApplicationFailure where the same step is next, or is waited for */
function orAgain(of: RunWork, step: RunStep, { type, message, isFailure = false }: Reason): RunStep {
  if (step.do !== of && !(step.do === 'wait' && waitsOfTries.includes(step.for))) return step;
  const delayMs = step.do === 'wait' ? step.ms + wakeAheadMs : 0;
  throw isFailure ? tryAgain(type, message, delayMs) : askAgain(type, message, delayMs);
}

/** Records that a try has failed. @returns the assignment then, and why its step waits if it does */
async function recordFailedTry(
  deps: ActivityDeps,
  run: AssignmentRun,
  failure: PublishFailure,
  works: readonly Work[],
): Promise<{ recorded: Recorded | null; why: Reason | null }> {
  const recorded = await recordEvent(deps, run, (assignment, now) => {
    const work = workOf(assignment, now);
    return work !== null && works.includes(work) ? failedTry(run, failure, assignment, work) : null;
  });
  const { code, message } = failure;
  const { change, assignment } = recorded ?? {};
  if (change?.failedTry)
    deps.logger.warn(
      { ...run, code, tries: assignment?.tries?.count, reason: message },
      'a step failed and is tried again',
    );
  if (change?.runs.length) {
    failpoint('post.preparedAnew');
    deps.logger.info({ ...run, reason: message }, 'a post is prepared anew');
  }
  if (!change || change.isVoid) return { recorded, why: null };
  // The platform may leave out an object that it has: that is no failed try.
  if (failure.isAbsent) return { recorded, why: { type: 'NOT_FOUND', message } };
  const reason = change.failedTry ?? { code, message };
  return { recorded, why: { type: reason.code, message: reason.message, isFailure: true } };
}

/** An unfamiliar refusal of a call that may have published belongs to that call: its outcome is to be found out. */
function failedTry(
  { generation }: AssignmentRun,
  failure: PublishFailure,
  assignment: AssignmentSnapshot,
  work: Work,
): Event {
  const { message } = failure.isLost && assignment.status === 'processing' ? withAdvice(failure) : failure;
  const { code, transient, retryAfterMs, isUnfamiliar, isAbsent, isUseless, isShortLived } = failure;
  return {
    is: 'failed',
    of: work === 'settle' && isUnfamiliar ? 'publish' : work,
    generation,
    failure: {
      code,
      message,
      transient,
      isUnfamiliar,
      isAbsent,
      isUseless,
      isShortLived,
      isLost: failure.isLost && !isAbsent,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(isUnfamiliar && { refusal: refusalIn(failure) }),
    },
  };
}

/** The words of a loss past the time of the post, which is replaced once: then its caller can retry it. */
function withAdvice(loss: PublishFailure): PublishFailure {
  return restate(loss, { words: { todo: 'Retry to send it again.' } });
}

/** The platform's own words of an unknown refusal. The caller reads them if it was the last refusal. */
function refusalIn({ words: { seen } }: PublishFailure): string {
  return new PublishFailure('PLATFORM_REJECTED', { seen, todo: changeThePost }, { transient: false }).message;
}
