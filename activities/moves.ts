import type { AssignmentError } from '../domain/assignment';
import { workOf } from '../domain/assignment/nextStep';
import { runStep } from '../domain/assignment/runStep';
import type { RunStep } from '../domain/assignment/runStep';
import { hasEnded } from '../domain/assignment/snapshot';
import { isFailureCode } from '../domain/failures';
import type { PublishJob } from '../domain/workflowContract';
import type { Given } from '../models/assignments/changeStatement';
import type { Report } from '../models/assignments/record';
import type { Post } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';
import { recordEvent } from './recordEvent';

/** What runs report of their jobs. Each answers the step that is next. */
export function createMoves(deps: ActivityDeps) {
  async function report(job: PublishJob, of: Report, given?: Given): Promise<RunStep> {
    return runStep(job, await recordEvent(deps, job, of, given));
  }

  const beginning = (job: PublishJob) => ({ is: 'began', generation: job.generation }) as const;

  return {
    /** The run takes up the next work. */
    begin: async (job: PublishJob) => report(job, () => beginning(job)),
    /** The same, with all that is known of the job then. */
    began: async (job: PublishJob) => recordEvent(deps, job, () => beginning(job)),
    /** The last byte has arrived. */
    arrive: async (job: PublishJob) => report(job, () => ({ is: 'uploaded', generation: job.generation })),
    /** The post is live. */
    goLive: async (job: PublishJob, post: Post, lacksExtras: boolean) =>
      report(job, () => ({ is: 'answered', answer: 'live', lacksExtras }), { post }),
    /** Temporal was asked to cancel the run. */
    cancel: async (job: PublishJob) => report(job, () => ({ is: 'cancelled', run: job.generation })),
    /** The next work has failed for good. An assignment that has ended goes on with its debts. */
    fail: async (job: PublishJob, { code, message }: AssignmentError) =>
      report(job, (assignment, now) => {
        const of = workOf(assignment, now);
        if (of === null || hasEnded(assignment)) return null;
        const failure = { code: isFailureCode(code) ? code : 'INTERNAL', message, transient: false } as const;
        return { is: 'failed', generation: job.generation, of, failure };
      }),
  };
}
