import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { notePrepared } from '../../models/preparation';
import { noteMediaWarnings } from '../../models/spareMedia';
import { Upload } from '../../models/Upload';
import { warningsOf } from '../media/mediaWarnings';
import { addPictures, missingPictures } from './extras';
import { lookAtSources, mediaToCompare } from './lastLook';
import { anew, failedPost, hasFailedBefore, lostPost, unlessLost } from './lost';
import { askLater, patienceOf } from './post';
import type { PostInHand } from './post';
import { settleEarlier } from './settleEarlier';
import { stage } from './stage';

/**
 * Makes all ready with the platform that a post needs to go live by one call (ARCHITECTURE.md §11). It begins anew where
 * the platform has lost the media, cannot use them or will not keep them so long.
 * @returns whether hosts are to be asked before all is in place
 */
export async function prepare(given: PostInHand): Promise<boolean> {
  // No call that publishes can stand before the point of no return; one that stages may still be on its way.
  await settleEarlier(given);
  const uploads = await Upload.ofAssignment(given.job.assignmentId);
  if (isShortLived(given, uploads)) throw await anew(given, 'the platform will not keep its media for so long');
  return unlessLost(given, async () => prepareWhatIsThere(given, uploads));
}

async function prepareWhatIsThere(given: PostInHand, uploads: readonly Upload[]): Promise<boolean> {
  const post = await stage(given);
  const { access, publisher, assignment, made, job } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload), patienceOf(post));
  switch (state.kind) {
    case 'processing':
      throw await askLater(post, 'processing');
    case 'failed':
      if (hasFailedBefore(post)) throw await anew(post, state.words.seen);
      throw failedPost(state);
    case 'unknown':
      throw lostPost(post, state.message);
    case 'ready':
    case 'goingLive':
    case 'live':
      if (await asksHosts(post, uploads)) return true;
      await endPreparation(job);
      return false;
  }
}

/** The scheduled time lies behind the life of what is prepared; where that is so once more, nothing can be done. */
function isShortLived({ publisher, assignment }: PostInHand, uploads: readonly Upload[]): boolean {
  const { preparedLifeMs } = publisher;
  if (assignment.isPreparedAnew) return false;
  const dueMs = assignment.scheduledAt?.getTime() ?? 0;
  return preparedLifeMs !== null && uploads.some(({ updatedAt }) => updatedAt.getTime() + preparedLifeMs <= dueMs);
}

/** Something is left that only the hosts of addresses that a caller has named can tell or give. */
async function asksHosts(post: PostInHand, uploads: readonly Upload[]): Promise<boolean> {
  return (await mediaToCompare(post, uploads)).length > 0 || (await missingPictures(post)).length > 0;
}

/** All is in place: the run waits for the scheduled time. */
async function endPreparation(job: PublishJob): Promise<void> {
  await notePrepared(job);
  failpoint('post.prepared');
}

/**
 * The rest of the preparation, for which hosts are asked: a comparison of the sources in the last minute, and pictures. It
 * keeps no post from going live: at the scheduled time the run goes on with what is prepared.
 * @returns whether a source serves another version, which `renewMedia` has to bring before this is done once more
 */
export async function finishPreparation(post: PostInHand): Promise<boolean> {
  const media = await mediaToCompare(post, await Upload.ofAssignment(post.job.assignmentId));
  const { isAnyChanged, warnings } = await lookAtSources(post, media);
  if (isAnyChanged) return true;
  if (warnings.length > 0) await noteMediaWarnings(post.job, warningsOf(post.assignment, warnings), { isFinal: false });
  await addPictures(post);
  await endPreparation(post.job);
  return false;
}
