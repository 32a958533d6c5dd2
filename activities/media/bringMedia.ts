import { ofMedium, PublishFailure } from '../../domain/PublishFailure';
import { mediumName } from '../../domain/platform';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import type { ClaimedJob } from '../../models/TransferSlot';
import { Upload } from '../../models/Upload';
import { objectReport } from '../../models/assignments/mediumReports';
import { channelAccess } from '../../models/channelAccess';
import { RunChannel } from '../../models/ofRuns';
import type { Publisher } from '../../platforms/Publisher';
import { platformFor, publisherFor } from '../../platforms/index';
import { abandon } from '../abandon';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn } from '../failures';
import type { Heartbeat } from '../failures';
import { recordEvent } from '../recordEvent';
import { removeLeftover } from '../removeLeftovers';
import { tryStep } from '../tryStep';
import { hasMovedOn } from '../whatFollows';
import { bringByMedia } from './bringByMedia';
import { originOf } from './origin';
import { putDirectly } from './putDirectly';
import { ofSession, sendResumably } from './sendResumably';
import { claimSlot, holdingSlot, putOff } from './slot';
import type { Brought, Transfer } from './transfer';

/**
 * Brings every medium of a post to its platform, one after the other (ARCHITECTURE.md §3.4). Nothing is buffered, nothing
 * is public yet. A workspace that has as many transfers under way as it may have waits, without keeping anybody else from
 * transferring.
 */
export async function bringMedia(deps: ActivityDeps, job: PublishJob): Promise<void> {
  const step = async (signal: AbortSignal, heartbeat: Heartbeat): Promise<void> =>
    transferAll(deps, job, signal, heartbeat);
  await tryStep(deps, job, step, { works: ['upload', 'cleanUp'], isUnlimited: job.isWithoutMedia !== true });
  failpoint('upload.complete');
}

async function transferAll(
  deps: ActivityDeps,
  job: PublishJob,
  signal: AbortSignal,
  heartbeat: Heartbeat,
): Promise<void> {
  const claimed = await claimSlot(deps, job);
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  await holdingSlot(deps, { job, slot: claimed.slot, controller }, async () =>
    transferClaimed({ deps, job, heartbeat, controller }, claimed),
  );
}

/**
 * A post without media needs no slot. Leftovers of an earlier run are removed before the first byte; media that it brought over
 * whole are not asked for again.
 */
async function transferClaimed(
  shared: Pick<Transfer, 'deps' | 'job' | 'heartbeat' | 'controller'>,
  assignment: ClaimedJob,
): Promise<void> {
  const { deps, job, controller } = shared;
  const platform = platformFor(deps.platforms, assignment.platform);
  const publisher = publisherFor(platform, assignment.type);
  const mediaUrls = publisher.mediaUrls(assignment);
  if (!assignment.slot && mediaUrls.length > 0) throw await putOff(deps, job, assignment);
  if (assignment.isAhead) await deps.dueGate.standBack();
  const access = channelAccess(deps, {
    platform,
    channel: new RunChannel(assignment.connectionId),
    signal: controller.signal,
  });
  if (assignment.cleanup === 'due') await removeLeftover(deps, job, controller.signal);

  const uploads = assignment.hasUploads ? await Upload.ofAssignment(job.assignmentId) : [];
  const type = publisher.capabilities;
  for (const [item, mediaUrl] of mediaUrls.entries()) {
    const earlier = uploads.find((one) => one.item === item);
    const probed = earlier?.probe ?? null;
    if (earlier?.objectId) continue;
    await naming(mediumName(type, item), async () => {
      const origin = await originOf(deps, job.assignmentId, mediaUrl);
      await transferOne({ ...shared, assignment, platform, publisher, type, access, item, origin, probed }, earlier);
    });
  }
}

/** @throws what `work` throws; a failure that is about its medium names it */
async function naming(medium: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof PublishFailure ? ofMedium(error, medium) : error;
  }
}

/**
 * An object that comes when its job has ended is noted, so that the job owes its removal. One that comes when another
 * generation or another try goes on is removed at once, unless a session leads to it: then that one takes it over.
 */
async function transferOne(transfer: Transfer, earlier: Upload | undefined): Promise<void> {
  const { deps, job, item, publisher } = transfer;
  const { upload } = publisher;
  if (!upload) throw new Error(`a ${publisher.capabilities.slug} takes no media`);
  const { objectId, source, hasSession } = await bring(transfer, upload, earlier);
  const place = { generation: job.generation, item };
  const { report, given } = objectReport(place, { objectId, source }, hasSession);
  const recorded = await recordEvent(deps, job, report, given);
  if (!hasMovedOn(job, recorded)) return;
  const isNoted = hasSession || recorded?.change.isVoid === false;
  if (!isNoted) await abandon(transfer, { items: [{ session: null, objectId }], draftId: null });
  throw jobHasMovedOn();
}

async function bring(
  transfer: Transfer,
  upload: NonNullable<Publisher['upload']>,
  earlier: Upload | undefined,
): Promise<Brought> {
  switch (upload.kind) {
    case 'direct':
      return putDirectly(transfer, upload);
    case 'resumable':
      return ofSession(await sendResumably({ ...transfer, upload }, earlier));
    case 'byMedia':
      return bringByMedia(transfer, upload, earlier);
  }
}
