import { Context } from '@temporalio/activity';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Assignment } from '../../models/Assignment';
import { channelAccess } from '../../models/channelAccess';
import { Upload } from '../../models/Upload';
import { platformFor, publisherFor } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn, tryStep } from '../failures';
import type { Heartbeat } from '../failures';
import { removeLeftover } from '../removeLeftovers';
import { putDirectly } from './putDirectly';
import { sendResumably } from './sendResumably';
import type { Transfer } from './transfer';

export function createMediaActivities(deps: ActivityDeps) {
  return {
    /**
     * Brings every medium of a post to its platform, one after the other (architecture.md §3.4). Nothing is buffered,
     * nothing is public yet.
     */
    async transferMedia(job: PublishJob): Promise<void> {
      await tryStep(deps, job, async (heartbeat) => transferAll(deps, job, heartbeat));
      failpoint('upload.complete');
    },
  };
}

/** What an earlier run left over is removed before the first byte; what it brought over whole is not asked for again. */
async function transferAll(deps: ActivityDeps, job: PublishJob, heartbeat: Heartbeat): Promise<void> {
  const assignment = await Assignment.ofJob(job.assignmentId, job.generation);
  const isWanted = assignment?.status === 'uploading' || (assignment?.status === 'uploaded' && assignment.isMediaDue);
  if (!assignment || !isWanted) throw jobHasMovedOn();
  const platform = platformFor(deps.platforms, assignment.platform);
  const publisher = publisherFor(platform, assignment.type);
  const controller = new AbortController();
  const { cancellationSignal } = Context.current();
  cancellationSignal.addEventListener('abort', () => controller.abort(cancellationSignal.reason), { once: true });
  const access = channelAccess(deps, { platform, connectionId: assignment.connectionId, signal: controller.signal });
  if (assignment.cleanup === 'due') await removeLeftover(deps, job, access);

  const uploads = await Upload.ofAssignment(job.assignmentId);
  const shared = {
    deps,
    job,
    heartbeat,
    assignment,
    platform,
    publisher,
    type: publisher.capabilities,
    access,
    controller,
  };
  for (const [item, mediaUrl] of publisher.mediaUrls(assignment).entries()) {
    const earlier = uploads.find((one) => one.item === item);
    if (!earlier?.objectId) await transferOne({ ...shared, item, mediaUrl }, earlier);
  }
}

async function transferOne(transfer: Transfer, earlier: Upload | undefined): Promise<void> {
  const { job, item, publisher } = transfer;
  const { upload } = publisher;
  if (!upload) throw new Error(`a ${publisher.capabilities.slug} takes no media`);
  const objectId =
    upload.kind === 'direct'
      ? await putDirectly(transfer, upload)
      : await sendResumably({ ...transfer, upload }, earlier);
  await Upload.storeObject({ ...job, item }, objectId);
}
