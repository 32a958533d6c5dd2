import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { noteMediaWarnings } from '../../models/spareMedia';
import { warningsOf } from '../media/mediaWarnings';
import { addPictures, missingPictures } from './extras';
import { lookAtSources, mediaToCompare } from './lastLook';
import { failedPost, lostPost } from './lost';
import { recordEvent } from '../recordEvent';
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
  if (isShortLived(given)) throw shortLived(given);
  return given.snapshot.media.isOutdated || prepareWhatIsThere(given);
}

async function prepareWhatIsThere(given: PostInHand): Promise<boolean> {
  const post = await stage(given);
  const { access, publisher, assignment, made } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload), patienceOf(post));
  switch (state.kind) {
    case 'processing':
      throw await askLater(post, 'processing');
    case 'failed':
      throw failedPost(state);
    case 'unknown':
      throw lostPost(post, state.message);
    case 'ready':
    case 'goingLive':
    case 'live':
      if (await asksHosts(post)) return true;
      await endPreparation(post);
      return false;
  }
}

/** The scheduled time lies behind the life of what is prepared; where that is so once more, nothing can be done. */
function isShortLived({ publisher, snapshot, assignment }: PostInHand): boolean {
  const { preparedLifeMs } = publisher;
  if (snapshot.media.isSecond) return false;
  const dueMs = snapshot.dueAt ?? 0;
  return preparedLifeMs !== null && assignment.media.some(({ storedAt }) => storedAt + preparedLifeMs <= dueMs);
}

function shortLived({ platform: { name } }: PostInHand): PublishFailure {
  const words = {
    seen: `${name} will not keep the media until the time of the post.`,
    todo: 'They are sent once more.',
  };
  return new PublishFailure('PROCESSING_FAILED', words, { transient: false, isShortLived: true });
}

/** Something is left that only the hosts of addresses that a caller has named can tell or give. */
async function asksHosts(post: PostInHand): Promise<boolean> {
  return mediaToCompare(post).length > 0 || (await missingPictures(post)).length > 0;
}

/** All is in place: the run waits for the scheduled time. */
async function endPreparation({ deps, job, readAt: asOf }: PostInHand): Promise<void> {
  await recordEvent(deps, job, () => ({ is: 'prepared', generation: job.generation, asOf }));
  failpoint('post.prepared');
}

/**
 * The rest of the preparation, for which hosts are asked: a comparison of the sources in the last minute, and pictures. It
 * keeps no post from going live: at the scheduled time the run goes on with what is prepared.
 * @returns whether a source serves another version, which `renewMedia` has to bring before this is done once more
 */
export async function finishPreparation(post: PostInHand): Promise<boolean> {
  const { deps, job, snapshot } = post;
  if (snapshot.media.isOutdated) return true;
  const { isAnyChanged, warnings } = await lookAtSources(post, mediaToCompare(post));
  if (isAnyChanged) {
    await recordEvent(deps, job, () => ({ is: 'outdated', generation: job.generation }));
    return true;
  }
  if (warnings.length > 0) await noteMediaWarnings(job, warningsOf(post.assignment, warnings));
  await addPictures(post);
  await endPreparation(post);
  return false;
}
