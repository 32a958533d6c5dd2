import { ofMedium, PublishFailure } from '../../domain/failures/PublishFailure';
import { mediumName } from '../../domain/platform';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { TransferSubject } from '../../models/publishing/TransferSlot';
import { Upload } from '../../models/assignments/Upload';
import type { Recorded } from '../../models/assignments/store/record';
import { objectReport } from '../../models/assignments/store/mediumReports';
import { channelAccess } from '../../channels/channelAccess';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { Publisher } from '../../platforms/Publisher';
import { platformFor, publisherFor } from '../../platforms/index';
import type { ActivityDeps } from '../deps';
import type { Heartbeat } from '../heartbeat';
import { abandon, removeLeftover } from '../run/cleanUp';
import { recordEvent } from '../run/report';
import { hasMovedOn, TryEnded } from '../run/try';
import { bringByMedia } from './bringByMedia';
import { originOf } from './origin';
import { putDirectly } from './putDirectly';
import { ofSession, sendResumably } from './sendResumably';
import { claimSlot, holdingSlot, putOff } from './slot';
import type { TaskLimits } from './taskLimits';
import type { UploadedObject, Transfer } from './transfer';

/**
 * Brings every medium of a post to its platform, one after the other (activities/media/README.md). Nothing is buffered,
 * nothing is public yet. A workspace at its cap of transfers waits, without keeping other workspaces from transferring.
 * @param inTask the limits of a transfer inside a workflow task
 * @returns the assignment after the last medium that came; null: all had come before
 */
export async function bringMedia(
  deps: ActivityDeps,
  run: AssignmentRun,
  { signal, heartbeat, inTask }: Bringing,
): Promise<Recorded | null> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  const shared = { deps, run, heartbeat, controller };
  if (!inTask) return transferInSlot(shared);
  const { limits, placed } = inTask;
  return placed ? transferAll({ ...shared, limits }, placed) : transferInSlot({ ...shared, limits });
}

interface Bringing {
  signal: AbortSignal;
  heartbeat: Heartbeat;
  inTask?: TaskTransfer;
}

/**
 * A transfer inside a workflow task ends within seconds. The last medium is recorded with the move that follows.
 */
export interface TaskTransfer {
  limits: TaskLimits;
  /** An assignment that has one of the places of its workspace, and so takes no slot; null: it takes a slot. */
  placed: TransferSubject | null;
}

/** The context that the transfers of all media of an assignment share. */
type Shared = Pick<Transfer, 'deps' | 'run' | 'heartbeat' | 'controller' | 'limits'>;

/** A post without media needs no slot. */
async function transferInSlot(shared: Shared): Promise<Recorded | null> {
  const { deps, run, controller } = shared;
  const claimed = await claimSlot(deps, run);
  const { slot, ...assignment } = claimed;
  const { publisher } = publishingOf(deps, assignment);
  if (!slot && publisher.mediaUrls(assignment).length > 0) throw await putOff(deps, run, claimed);
  return holdingSlot(deps, { run, slot, controller }, async () => transferAll(shared, assignment));
}

/**
 * Leftovers of an earlier run are removed before the first byte; media that it brought over whole are not asked for again.
 */
async function transferAll(shared: Shared, assignment: TransferSubject): Promise<Recorded | null> {
  const { deps, run, controller } = shared;
  const { platform, publisher } = publishingOf(deps, assignment);
  const mediaUrls = publisher.mediaUrls(assignment);
  if (assignment.isAhead) await deps.dueGate.standBack();
  const access = channelAccess(deps, {
    platform,
    channel: new RunChannel(assignment.connectionId),
    signal: controller.signal,
  });
  if (assignment.cleanup === 'due') await removeLeftover(deps, run, controller.signal);

  const uploads = assignment.hasUploads ? await Upload.ofAssignment(run.assignmentId) : [];
  const type = publisher.capabilities;
  let recorded: Recorded | null = null;
  for (const [item, mediaUrl] of mediaUrls.entries()) {
    const earlier = uploads.find((one) => one.item === item);
    const probed = earlier?.probe ?? null;
    if (earlier?.objectId) continue;
    const isLast = shared.limits !== undefined && item === mediaUrls.length - 1;
    recorded = await naming(mediumName(type, item), async () => {
      const found = await originOf(deps, run.assignmentId, mediaUrl);
      const { origin: watched, end } = deps.promptHosts.begin(found, assignment.workspaceId, mediaUrl);
      const origin = shared.limits?.limited(watched) ?? watched;
      const transfer = { ...shared, assignment, platform, publisher, type, access, item, origin, probed };
      let isBrought = false;
      try {
        const there = await transferOne(transfer, earlier, isLast);
        isBrought = true;
        return there;
      } finally {
        end(isBrought);
      }
    });
  }
  return recorded;
}

function publishingOf({ platforms }: ActivityDeps, { platform: slug, type }: TransferSubject) {
  const platform = platformFor(platforms, slug);
  return { platform, publisher: publisherFor(platform, type) };
}

/** @throws the error of `work`; a PublishFailure names its medium */
async function naming<T>(medium: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublishFailure ? ofMedium(error, medium) : error;
  }
}

/**
 * An object that comes after its assignment has ended is noted: the assignment then owes its removal. An object of a
 * try that has been replaced is removed at once, unless a session leads to it: then the new try takes it over.
 */
async function transferOne(transfer: Transfer, earlier: Upload | undefined, isLast: boolean): Promise<Recorded> {
  const { deps, run, item, publisher } = transfer;
  const { upload } = publisher;
  if (!upload) throw new Error(`a ${publisher.capabilities.slug} takes no media`);
  const { objectId, source, hasSession } = await bring(transfer, upload, earlier);
  const place = { generation: run.generation, item };
  const { report, given } = objectReport(place, { objectId, source }, { hasSession, isLast });
  const recorded = await recordEvent(deps, run, report, given);
  if (recorded && !hasMovedOn(run, recorded)) return recorded;
  const isNoted = hasSession || recorded?.change.isVoid === false;
  if (!isNoted) await abandon(transfer, { items: [{ session: null, objectId }], draftId: null });
  throw new TryEnded();
}

async function bring(
  transfer: Transfer,
  upload: NonNullable<Publisher['upload']>,
  earlier: Upload | undefined,
): Promise<UploadedObject> {
  switch (upload.kind) {
    case 'direct':
      return putDirectly(transfer, upload);
    case 'resumable':
      return ofSession(await sendResumably({ ...transfer, upload }, earlier));
    case 'byMedia':
      return bringByMedia(transfer, upload, earlier);
  }
}
