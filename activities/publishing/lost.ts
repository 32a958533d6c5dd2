import { ApplicationFailure } from '@temporalio/common';
import { PublishFailure, restate } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { noteSeen } from '../../models/absences';
import { prepareAnew } from '../../models/preparation';
import type { PostState } from '../../platforms/Publisher';
import { requireGone } from '../absent';
import { jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';

const code = 'PROCESSING_FAILED';

/** The platform has no more what the job has made there; nothing that it was asked for tells why. */
export function lostPost({ platform: { name } }: PostInHand, seen: string): PublishFailure {
  const words = { seen: `${name} no longer has the post. ${seen}`, todo: 'Retry to send it again.' };
  return new PublishFailure(code, words, { transient: false, isAbsent: true });
}

/** The post will never be live as it is. */
export function failedPost({
  code: of,
  words,
  isLost = false,
}: Extract<PostState, { kind: 'failed' }>): PublishFailure {
  return new PublishFailure(of, words, { transient: false, isLost });
}

/**
 * Does a step of a post that nobody can have published: every call that publishes is known not to have happened. If the
 * platform has lost prepared objects, the next generation prepares them anew (contract.md §2).
 * @throws what `work` throws; ApplicationFailure `MOVED_ON` once the post is prepared anew
 */
export async function unlessLost<T>(post: PostInHand, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await seen(post);
    return result;
  } catch (error) {
    if (error instanceof ApplicationFailure) await seen(post);
    if (!(error instanceof PublishFailure && error.isLost)) throw error;
    if (error.isAbsent) await requireGone(post.job, post.newestAt, error.message);
    const loss = { code, message: error.message } as const;
    throw isToReplace(post) ? await anew(post, error.message, loss) : withAdvice(post, error);
  }
}

/** A step that goes on, or waits, has found the post: from now on it counts as there. */
async function seen({ job, assignment }: PostInHand): Promise<void> {
  if (assignment.absentSince !== null) await noteSeen(job);
}

/** A job that is past its time fails by the loss; then its caller can retry it. */
function withAdvice({ assignment: { status } }: PostInHand, loss: PublishFailure): PublishFailure {
  const words = status === 'processing' ? { todo: 'Retry to send it again.' } : {};
  const lost = { code: loss.isAbsent ? code : loss.code, transient: false, isLost: true, isAbsent: false };
  return restate(loss, { ...lost, words });
}

/**
 * Past its time a job replaces what is lost once. Before it, what is lost again waits as any preparation does that fails.
 */
function isToReplace(post: PostInHand): boolean {
  const { status, isReplaced } = post.assignment;
  return status === 'uploaded' ? failureOfMedia(post) === null || hasFailedBefore(post) : !isReplaced;
}

/** The preparation of these very media has failed before: to ask for them once more is of no use. */
export function hasFailedBefore(post: PostInHand): boolean {
  const { madeAt, assignment } = post;
  const { preparationFailedAt: failedAt } = assignment;
  return failureOfMedia(post) !== null && madeAt !== null && failedAt !== null && madeAt < failedAt;
}

/** Why the preparation has failed. A limit of the platform says nothing of the media. */
function failureOfMedia({ assignment: { preparationError } }: PostInHand) {
  return preparationError?.code === 'QUOTA_EXCEEDED' ? null : preparationError;
}

/**
 * Hands the job to a generation that prepares it anew.
 * @param loss what is reported to callers of a loss; null where the platform still has what is replaced
 * @returns the failure that ends this generation
 */
export async function anew(
  { deps, job }: PostInHand,
  reason: string,
  loss: Parameters<typeof prepareAnew>[1] = null,
): Promise<Error> {
  const outboxId = await prepareAnew(job, loss);
  if (outboxId !== null) {
    failpoint('post.preparedAnew');
    deps.logger.info({ ...job, reason }, 'a post is prepared anew');
    deps.dispatch([outboxId]);
  }
  return jobHasMovedOn();
}
