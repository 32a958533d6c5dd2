import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import type { PublishPhase } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import { noteMoved } from '../lib/noteMoved';
import { Assignment } from '../models/Assignment';
import type { Target } from '../models/obstacle';
import { noteMediaAnew } from '../models/preparation';
import { passToPublished } from '../models/transition';
import type { Post } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';
import { createMoves, refuseRetry } from './moves';

/**
 * The database steps of a job: short, compare-and-set, safe to repeat, hence local activities. Each answers with the
 * phase that the row is in afterwards.
 */
export function createAssignmentActivities(deps: ActivityDeps) {
  const { move, told, fail } = createMoves(deps);

  return {
    /** Where does this job stand? It goes on to the next status, if its time has come and nothing else comes before. */
    async begin(job: PublishJob): Promise<PublishPhase> {
      const row = await Assignment.ofJob(job.assignmentId, job.generation);
      if (!row) return { at: 'superseded' };
      return move(job, resumption(row.status));
    },
    /** All media have arrived. */
    async finishUpload(job: PublishJob): Promise<PublishPhase> {
      const uploaded = await move(job, { to: 'uploaded' });
      return uploaded.at === 'uploaded' ? move(job, { to: 'processing' }) : uploaded;
    },
    /** All media have arrived once more. */
    async finishUploadAnew(job: PublishJob): Promise<PublishPhase> {
      await noteMediaAnew(job);
      return move(job, { to: 'processing' });
    },
    /** The point of no return, unless something comes before it. */
    async startProcessing(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'processing' });
    },
    async finishPublish(job: PublishJob, post: Post): Promise<PublishPhase> {
      return move(job, { to: 'published', post });
    },
    /** A call of an earlier run turns out to have published the post. */
    async finishFound(job: PublishJob, post: Post): Promise<PublishPhase> {
      const { passed, outcome } = await passToPublished(job.assignmentId, job.generation, post).catch(refuseRetry);
      for (const to of passed) noteMoved(deps, job, { to });
      return told(job, { to: 'published', post }, Promise.resolve(outcome));
    },
    async failAssignment(job: PublishJob, error: AssignmentError): Promise<PublishPhase> {
      return fail(job, error);
    },
    /** The run was cancelled: so is the job, unless it has passed the point of no return or ended before. */
    async cancelAssignment(job: PublishJob): Promise<PublishPhase> {
      return move(job, { to: 'cancelled' });
    },
  };
}

/** The transition that tells where a row in `status` goes on; asking for one it has made answers `already`. */
function resumption(status: AssignmentStatus): Target {
  return { to: status === 'uploaded' || status === 'processing' ? 'processing' : 'uploading' };
}
