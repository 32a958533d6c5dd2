import { ApplicationFailure } from '@temporalio/common';
import type { AssignmentError } from '../domain/assignment';
import { failureKinds } from '../domain/failures';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { noteMoved } from '../lib/noteMoved';
import { ImpossibleTransition } from '../models/obstacle';
import type { Target, TransitionOutcome } from '../models/obstacle';
import { postponePreparation } from '../models/preparation';
import { transitionAssignment } from '../models/transition';
import type { Moved } from '../models/transition';
import type { ActivityDeps } from './deps';

/**
 * A run wakes so long before its time, and `begin` waits for the rest: a timer of Temporal comes some milliseconds late,
 * and the post would be as late (ARCHITECTURE.md §6).
 */
export const wakeAheadMs = 25;

/** A run whose post can go live wakes so long before its time: long enough for Temporal to start the activity that waits. */
const onTimeAheadMs = 400;

const inactive = { code: 'CONNECTION_INACTIVE', message: failureKinds.CONNECTION_INACTIVE.meaning } as const;

/** Moves of a job's row, each with what follows from it: its log line, its webhooks, and the phase that it is in then. */
export function createMoves({ metrics, logger, dispatch }: ActivityDeps) {
  async function move(job: PublishJob, target: Target): Promise<PublishPhase> {
    return followUp(
      job,
      transitionAssignment(job.assignmentId, job.generation, target).then((outcome) => ({ target, outcome })),
    );
  }

  /** Carries out the consequences of a transition: it counts, logs and dispatches, and answers the next phase. */
  async function followUp(job: PublishJob, asked: Promise<Moved>): Promise<PublishPhase> {
    const { target, outcome } = await asked.catch(refuseRetry);
    if (outcome.kind === 'moved') {
      failpoint(`transition.committed.${target.to}`);
      noteMoved({ metrics, logger }, job, outcome.error ? { to: 'failed', error: outcome.error } : target);
      dispatch(outcome.outboxIds);
    }
    return outcome.kind === 'inactive' ? fail(job, inactive) : phaseAfter(job, target, outcome);
  }

  /** Fails the job, unless that was a preparation and its time lies ahead: then it is tried again (contract.md §2). */
  async function fail(job: PublishJob, error: AssignmentError): Promise<PublishPhase> {
    const waitMs = await postponePreparation(job, error);
    if (waitMs === null) return move(job, { to: 'failed', error });
    logger.warn({ ...job, code: error.code, reason: error.message, waitMs }, 'a preparation failed and is tried again');
    return { at: 'waiting', waitMs, until: 'its preparation is tried again' };
  }

  return { move, followUp, fail };
}

/** A bug does not go away by asking again; what else went wrong in the database may. */
export function refuseRetry(error: unknown): never {
  if (error instanceof ImpossibleTransition) throw ApplicationFailure.nonRetryable(error.message, 'INTERNAL');
  throw error;
}

function phaseAfter(
  job: PublishJob,
  target: Pick<Target, 'to'>,
  outcome: Exclude<TransitionOutcome, { kind: 'inactive' }>,
): PublishPhase {
  switch (outcome.kind) {
    case 'superseded':
      return { at: 'superseded' };
    case 'notDue':
      return untilDue(job, outcome);
    case 'unprepared':
      return { at: 'preparing', dueInMs: outcome.dueInMs };
    case 'mediaDue':
      return { at: 'uploadingAnew' };
    case 'mediaLost':
      return { at: 'processingAnew' };
    case 'outcomeOpen':
      return { at: 'outcomeOpen' };
    case 'tooLate':
      return { at: 'processing' };
    case 'ended':
      return { at: 'ended', status: outcome.status, cleanupDue: outcome.cleanupDue, error: outcome.error };
    case 'moved':
    case 'already':
      return phaseAt(target, outcome);
  }
}

/** A post that is ready, or has nothing to prepare, goes live by an activity that waits for its second. */
function untilDue(
  { isWithoutMedia = false }: PublishJob,
  { waitMs, until }: Extract<TransitionOutcome, { kind: 'notDue' }>,
): PublishPhase {
  const isReady = until === 'its scheduled time' || (isWithoutMedia && until === 'its preparation begins');
  if (isReady && waitMs <= onTimeAheadMs) return { at: 'onTime', dueInMs: waitMs };
  return { at: 'waiting', waitMs: waitMs - (isReady ? onTimeAheadMs : wakeAheadMs), until };
}

function phaseAt({ to }: Pick<Target, 'to'>, { cleanupDue, extrasDue, error }: Arrived): PublishPhase {
  if (to === 'failed' || to === 'cancelled') return { at: 'ended', status: to, cleanupDue, error };
  if (to !== 'published') return { at: to };
  return { at: to, ...(cleanupDue && { cleanupDue }), ...(extrasDue && { extrasDue }) };
}

type Arrived = Extract<TransitionOutcome, { kind: 'moved' | 'already' }>;
