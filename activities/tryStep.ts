import type { ApplicationFailure } from '@temporalio/common';
import type { Event } from '../domain/assignment/events';
import { workOf } from '../domain/assignment/nextStep';
import type { AssignmentSnapshot, Work } from '../domain/assignment/snapshot';
import { changeThePost, PublishFailure, restate } from '../domain/PublishFailure';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import type { ActivityDeps } from './deps';
import { askAgain, giveUp, jobHasMovedOn, oneTry } from './failures';
import type { Step, TryOptions } from './failures';
import { recordEvent } from './recordEvent';
import { whatFollows } from './whatFollows';
import { strandedTry } from './withoutPlatform';

/** Type of the failure of a step that waits for its platform to be offered again. */
const platformNotOffered = 'PLATFORM_NOT_OFFERED';

interface StepOptions extends TryOptions {
  /** The work that it does: a failure says nothing once the job is at other work. */
  works: readonly Work[];
}

/**
 * Runs one try of a platform step, and tells Temporal how the step goes on:
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
  step: Step<T>,
  { works, ...options }: StepOptions,
): Promise<T> {
  await requireOffered(deps, job);
  try {
    return await oneTry(deps, job, step, options);
  } catch (error) {
    if (!(error instanceof PublishFailure)) throw error;
    // It may have failed because its platform is not offered any more.
    await requireOffered(deps, job);
    throw await judge(deps, job, error, works);
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

/** Records that a try has failed. @returns the failure that tells Temporal how the step goes on */
async function judge(
  deps: ActivityDeps,
  job: PublishJob,
  failure: PublishFailure,
  works: readonly Work[],
): Promise<ApplicationFailure> {
  const recorded = await recordEvent(deps, job, (assignment, now) => {
    const work = workOf(assignment, now);
    return work !== null && works.includes(work) ? failedTry(job, failure, assignment, work) : null;
  });
  failpoint('try.counted');
  const { code, message } = failure;
  const count = recorded?.assignment.tries?.count;
  if (recorded?.change.failedTry)
    deps.logger.warn({ ...job, code, tries: count, reason: message }, 'a step failed and is tried again');
  if (recorded?.change.runs.length) {
    failpoint('post.preparedAnew');
    deps.logger.info({ ...job, reason: message }, 'a post is prepared anew');
  }
  // The platform may leave out what it has: that is no failed try.
  if (failure.isAbsent) return whatFollows(job, recorded, { type: 'NOT_FOUND', message, isWait: true });
  const reason = recorded?.change.failedTry ?? { code, message };
  return whatFollows(job, recorded, { type: reason.code, message: reason.message });
}

/** A refusal in unknown words of a call that may have published is one of that call, whose outcome is to be found out. */
function failedTry(
  { generation }: PublishJob,
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
