import { failpoint } from '../../lib/failpoint';
import { isLastLook, notePrepared } from '../../models/preparation';
import { Upload } from '../../models/Upload';
import { hasChanged } from '../media/hasChanged';
import { originOf } from '../media/origin';
import { addPictures } from './extras';
import { anew, failedPost, hasFailedBefore, lostPost, unlessLost } from './lost';
import { askLater, patienceOf } from './post';
import type { PostInHand } from './post';
import { settleEarlier } from './settleEarlier';
import { stage } from './stage';

/**
 * Makes all ready that a post needs to go live by one call (ARCHITECTURE.md §11). It begins anew where the platform has
 * lost the media, cannot use them or will not keep them so long, and where the source has changed.
 */
export async function prepare(given: PostInHand): Promise<void> {
  // No call that publishes can stand before the point of no return; one that stages may still be on its way.
  await settleEarlier(given);
  const uploads = await Upload.ofAssignment(given.job.assignmentId);
  if (isShortLived(given, uploads)) throw await anew(given, 'the platform will not keep its media for so long');
  await unlessLost(given, async () => prepareWhatIsThere(given, uploads));
}

async function prepareWhatIsThere(given: PostInHand, uploads: readonly Upload[]): Promise<void> {
  const post = await stage(given);
  const { access, publisher, assignment, made, job } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload), patienceOf(post));
  switch (state.kind) {
    case 'processing':
      throw await askLater(post, 'processing');
    case 'failed':
      if (hasFailedBefore(post)) throw await anew(post, state.message);
      throw failedPost(state);
    case 'unknown':
      throw lostPost(post, state.message);
    case 'ready':
    case 'goingLive':
    case 'live':
      if (await isOtherMedia(post, uploads)) throw await anew(post, 'the source serves other media now');
      await addPictures(post, { isAwaited: true });
      await notePrepared(job);
      failpoint('post.prepared');
  }
}

/** The scheduled time lies behind the life of what is prepared; where that is so once more, nothing can be done. */
function isShortLived({ publisher, assignment }: PostInHand, uploads: readonly Upload[]): boolean {
  const { preparedLifeMs } = publisher;
  if (assignment.isPreparedAnew) return false;
  const dueMs = assignment.scheduledAt?.getTime() ?? 0;
  return preparedLifeMs !== null && uploads.some(({ updatedAt }) => updatedAt.getTime() + preparedLifeMs <= dueMs);
}

/**
 * In the last minute a source is compared once more with what was transferred (contract.md §2). One that then changes
 * again changes with each request, or cannot be replaced: the media that were transferred last go live.
 */
async function isOtherMedia(
  { deps, job, publisher, assignment }: PostInHand,
  uploads: readonly Upload[],
): Promise<boolean> {
  if (assignment.isPreparedAnew || !(await isLastLook(job))) return false;
  const mediaUrls = publisher.mediaUrls(assignment);
  for (const { item, source } of uploads) {
    const mediaUrl = mediaUrls[item];
    if (mediaUrl === undefined || source === null) continue;
    const origin = await originOf(deps, job.assignmentId, mediaUrl);
    if (await hasChanged(deps, origin, source)) return true;
  }
  return false;
}
