import { Context } from '@temporalio/activity';
import { PublishFailure } from '../domain/PublishFailure';
import { stillProcessing } from '../domain/publishPhase';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { Assignment } from '../models/Assignment';
import { AssignmentEvent } from '../models/AssignmentEvent';
import { Upload } from '../models/Upload';
import { platformFor } from '../platforms/index';
import type { Platform, Post } from '../platforms/Platform';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { askAgain, jobHasMovedOn, tryStep } from './failures';
import { publishOnce } from './publishOnce';
import type { Publishing } from './publishOnce';

/** The longest wait between two questions about processing (contract.md §2). */
const pollMsMax = 60_000;

/** The platform steps after the point of no return. */
export function createPublishingActivities(deps: ActivityDeps) {
  return {
    /** Gives the platform the payload that counts, where it was sent another one. Idempotent. */
    async applyPayload(job: PublishJob): Promise<void> {
      await tryStep(deps, job, async () => {
        const { access, platform, post, assignment } = await prepare(deps, job);
        await access.call(async (call) => platform.applyPayload(call, post, assignment.payload));
        await Upload.storeSentPayload(job);
        failpoint('payload.stored');
      });
    },

    /** Resolves when the platform has processed the post. Asks once per try; the wait between is an activity retry. */
    async awaitProcessing(job: PublishJob): Promise<void> {
      await tryStep(deps, job, async () => {
        const { access, platform, post } = await prepare(deps, job);
        const state = await access.call(async (call) => platform.processing(call, post));
        if (state.kind === 'ready') return;
        if (state.kind === 'failed') throw new PublishFailure(state.code, state.message, { transient: false });
        const sinceMs = await AssignmentEvent.msSince(job.assignmentId, job.generation, 'processing');
        if (sinceMs > platform.processingLimitMs) throw tookTooLong(platform);
        await Assignment.noteProgress(job.assignmentId, job.generation);
        throw askAgain(stillProcessing, `${platform.name} is still processing`, pollDelayMs(deps));
      });
    },

    /** The irreversible call, made at most once (architecture.md §4). */
    async publish(job: PublishJob): Promise<Post> {
      return tryStep(deps, job, async () => publishOnce(deps, job, await prepare(deps, job)));
    },
  };
}

async function prepare(deps: ActivityDeps, job: PublishJob): Promise<Publishing> {
  const assignment = await Assignment.ofJob(job.assignmentId, job.generation);
  if (assignment?.status !== 'processing') throw jobHasMovedOn();
  const upload = await Upload.ofAssignment(job.assignmentId);
  if (!upload?.platformPostId) throw new Error('a job in processing has no object on the platform');
  const platform = platformFor(deps.platforms, assignment.platform);
  const post = { type: assignment.type, platformPostId: upload.platformPostId };
  return { assignment, platform, post, access: activityAccess(deps, platform, assignment.connectionId) };
}

/** At once, then after 5 s, doubling to 60 s (contract.md §2). */
function pollDelayMs({ processingPollMs }: ActivityDeps): number {
  return Math.min(processingPollMs * 2 ** (Context.current().info.attempt - 1), pollMsMax);
}

function tookTooLong(platform: Platform): PublishFailure {
  const hours = platform.processingLimitMs / 3_600_000;
  return new PublishFailure(
    'PROCESSING_TIMEOUT',
    `${platform.name} did not finish processing within ${hours} hours. Retry goes on with the same upload.`,
    { transient: false },
  );
}
