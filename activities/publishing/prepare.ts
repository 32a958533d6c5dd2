import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { isLastLook, notePrepared, prepareAnew } from '../../models/preparation';
import { Upload } from '../../models/Upload';
import { jobHasMovedOn } from '../failures';
import { hasChanged } from '../media/hasChanged';
import { originOf } from '../media/origin';
import { askLater } from './post';
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
  const post = await stage(given);
  const { access, publisher, assignment, made, job, platform } = post;
  const state = await access.call(async (call) => publisher.look(call, made, assignment.payload));
  switch (state.kind) {
    case 'processing':
      throw await askLater(post, 'processing');
    case 'failed':
      if (hasFailedBefore(post, uploads)) throw await anew(post, state.message);
      throw new PublishFailure(state.code, state.message, { transient: false });
    case 'unknown':
      if (hasFailedBefore(post, uploads)) throw await anew(post, state.message);
      throw new PublishFailure('PROCESSING_FAILED', `${platform.name} no longer has the post. ${state.message}`, {
        transient: true,
      });
    case 'ready':
    case 'goingLive':
    case 'live':
      if (await isOtherMedia(post, uploads)) throw await anew(post, 'the source serves other media now');
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

/** The preparation of these very media has failed before: to ask for them once more is of no use. */
function hasFailedBefore({ assignment }: PostInHand, uploads: readonly Upload[]): boolean {
  const { preparationError, preparationFailedAt } = assignment;
  return (
    preparationError !== null &&
    uploads.some(({ updatedAt }) => preparationFailedAt !== null && updatedAt < preparationFailedAt)
  );
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

/** @returns the failure that ends this generation */
async function anew({ deps, job }: PostInHand, reason: string): Promise<Error> {
  const outboxId = await prepareAnew(job);
  if (outboxId !== null) {
    deps.logger.info({ ...job, reason }, 'a post is prepared anew');
    deps.dispatch([outboxId]);
  }
  return jobHasMovedOn();
}
