import { PublishFailure } from '../../domain/failures/PublishFailure';
import { endingWith } from '../../lib/timeLimit';
import { isOtherVersion } from '../../lib/media/sourceIdentity';
import { channelAccess } from '../../channels/channelAccess';
import { RunChannel } from '../../models/assignments/runSubjects';
import { Upload } from '../../models/assignments/Upload';
import type { Heartbeat } from '../heartbeat';
import type { PublishContext } from '../run/publishContext';
import { bringSpare } from './bringSpare';
import { originOf } from './origin';
import { claimSlot, holdingSlot, putOff } from './slot';

/** The failure of one of several media, with its place. */
export class ItemFailure extends Error {
  override readonly name = 'ItemFailure';
  readonly item: number;
  readonly failure: PublishFailure;

  constructor(item: number, failure: PublishFailure) {
    super(failure.message, { cause: failure });
    this.item = item;
    this.failure = failure;
  }
}

/**
 * Brings all media of a post beside the prepared media: a draft that shows one medium cannot be given another.
 * @returns false where the source of a single medium serves the transferred version again
 * @throws ItemFailure for a medium that the type refuses, or that does not arrive whole
 */
export async function bringSpares(post: PublishContext, heartbeat: Heartbeat): Promise<boolean> {
  const { deps, run, platform, publisher, assignment, signal } = post;
  const claimed = await claimSlot(deps, run, true);
  if (!claimed.slot) throw await putOff(deps, run, claimed);
  const controller = new AbortController();
  const channel = new RunChannel(assignment.connectionId);
  const access = channelAccess(deps, { platform, channel, signal: controller.signal });
  const shared = { deps, run, heartbeat, assignment: claimed, platform, publisher, access, controller, probed: null };
  const known = await Upload.ofAssignment(run.assignmentId);
  const mediaUrls = publisher.mediaUrls(claimed);
  let isNewer = true;
  const bringAll = async (): Promise<void> => {
    for (const [item, mediaUrl] of mediaUrls.entries()) {
      const origin = await originOf(deps, run.assignmentId, mediaUrl);
      const source = await ofItem(item, async () => origin.open(controller.signal));
      const before = known.find((one) => one.item === item)?.source;
      isNewer = mediaUrls.length > 1 || !before || isOtherVersion(source.identity, before);
      const transfer = { ...shared, type: publisher.capabilities, item, origin };
      if (isNewer) await ofItem(item, async () => bringSpare(transfer, source));
      else source.body.on('error', () => undefined).destroy();
    }
  };
  await endingWith(signal, controller, async () =>
    holdingSlot(deps, { run, slot: claimed.slot, controller }, bringAll),
  );
  return isNewer;
}

async function ofItem<T>(item: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublishFailure ? new ItemFailure(item, error) : error;
  }
}
