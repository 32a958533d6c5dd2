import { ApplicationFailure } from '@temporalio/common';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { failureKinds } from '../domain/failures';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { noteMoved } from '../lib/noteMoved';
import { Assignment } from '../models/Assignment';
import { ImpossibleTransition, passToPublished, transitionAssignment } from '../models/transition';
import type { Target, TransitionOutcome } from '../models/transition';
import type { Post } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';

const inactive = { code: 'CONNECTION_INACTIVE', message: failureKinds.CONNECTION_INACTIVE.meaning } as const;

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers with the
 * phase that the row is in afterwards.
 */
export function createAssignmentActivities({ metrics, logger, dispatch }: ActivityDeps) {
  async function move(job: PublishJob, target: Target): Promise<PublishPhase> {
    return told(job, target, transitionAssignment(job.assignmentId, job.generation, target));
  }

  async function told(job: PublishJob, target: Target, asked: Promise<TransitionOutcome>): Promise<PublishPhase> {
    const outcome = await asked.catch(refuseRetry);
    if (outcome.kind === 'moved') {
      failpoint(`transition.committed.${target.to}`);
      noteMoved({ metrics, logger }, job, outcome.error ? { to: 'failed', error: outcome.error } : target);
      dispatch(outcome.outboxIds);
    }
    return outcome.kind === 'inactive' ? failInactive(job) : phaseAfter(target, outcome);
  }

  async function failInactive(job: PublishJob): Promise<PublishPhase> {
    return move(job, { to: 'failed', error: inactive });
  }

  return {
    /** The first step of every generation: where does this job stand? A pending job whose time has come starts. */
    async begin(job: PublishJob): Promise<PublishPhase> {
      const row = await Assignment.ofJob(job.assignmentId, job.generation);
      if (!row) return { at: 'superseded' };
      return move(job, resumption(row.status));
    },
    async finishUpload(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'uploaded' });
    },
    /** The point of no return; waits when an edit has put the job off. */
    async startProcessing(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'processing' });
    },
    async finishPublish(job: PublishJob, post: Post): Promise<PublishPhase> {
      return move(job, { to: 'published', post });
    },
    /** A call of an earlier run turns out to have published the post. */
    async finishFound(job: PublishJob, post: Post): Promise<PublishPhase> {
      const published = passToPublished(job.assignmentId, job.generation, post);
      return told(job, { to: 'published', post }, published);
    },
    async failAssignment(job: PublishJob, error: AssignmentError): Promise<PublishPhase> {
      return move(job, { to: 'failed', error });
    },
    /** The run was cancelled: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'cancelled' });
    },
  };
}

/** A bug does not go away by asking again; what else went wrong in the database may. */
function refuseRetry(error: unknown): never {
  if (error instanceof ImpossibleTransition) throw ApplicationFailure.nonRetryable(error.message, 'INTERNAL');
  throw error;
}

/** The transition that tells where a row in `status` goes on; asking for one it has made answers `already`. */
function resumption(status: AssignmentStatus): Target {
  return status === 'uploaded' || status === 'processing' ? { to: status } : { to: 'uploading' };
}

function phaseAfter(target: Target, outcome: Exclude<TransitionOutcome, { kind: 'inactive' }>): PublishPhase {
  switch (outcome.kind) {
    case 'superseded':
      return { at: 'superseded' };
    case 'notDue':
      return { at: 'waiting', waitMs: outcome.waitMs };
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

function phaseAt({ to }: Target, { cleanupDue, error }: Arrived): PublishPhase {
  return to === 'failed' || to === 'cancelled' ? { at: 'ended', status: to, cleanupDue, error } : { at: to };
}

type Arrived = Extract<TransitionOutcome, { kind: 'moved' | 'already' }>;
