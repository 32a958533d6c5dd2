import { PublishFailure } from '../../domain/PublishFailure';
import { failpoint } from '../../lib/failpoint';
import { prepareAnew } from '../../models/preparation';
import { isLossCertain } from '../../models/tries';
import type { PostState } from '../../platforms/Publisher';
import { jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';

const code = 'PROCESSING_FAILED';

/** The platform has no more what the job has made there; nothing that it was asked for tells why. */
export function lostPost({ platform: { name } }: PostInHand, words: string): PublishFailure {
  return new PublishFailure(code, `${name} no longer has the post. ${words}`, { transient: true, isLost: true });
}

/** The post will never be live as it is. */
export function failedPost({
  code: of,
  message,
  isLost = false,
}: Extract<PostState, { kind: 'failed' }>): PublishFailure {
  return new PublishFailure(of, message, { transient: false, isLost });
}

/**
 * Does a step of a post that nobody can have published: every call that publishes is known not to have happened. If the
 * platform has lost prepared objects, the next generation prepares them anew (contract.md §2).
 * @throws what `work` throws; ApplicationFailure `MOVED_ON` once the post is prepared anew
 */
export async function unlessLost<T>(post: PostInHand, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PublishFailure && error.isLost)) throw error;
    const isCertain = isLossCertain(post.assignment, code);
    if (!isToReplace(post)) throw isCertain ? withAdvice(post, error) : askedAgain(error);
    throw isCertain ? await anew(post, error.message, { code, message: error.message }) : askedAgain(error);
  }
}

/** One look that does not find a post makes no loss certain. */
function askedAgain(loss: PublishFailure): PublishFailure {
  return new PublishFailure(code, loss.message, { transient: true, isLost: true, cause: loss });
}

/** A job that is past its time fails by the loss; then its caller can retry it. */
function withAdvice({ assignment: { status } }: PostInHand, loss: PublishFailure): PublishFailure {
  if (status !== 'processing') return loss;
  const message = `${loss.message} Retry to send it again.`;
  return new PublishFailure(loss.code, message, { transient: loss.transient, isLost: true, cause: loss });
}

/**
 * Past its time only what was prepared before it is replaced. Before it, what is lost again waits as any preparation does
 * that fails.
 */
function isToReplace(post: PostInHand): boolean {
  const { status, scheduledAt } = post.assignment;
  if (status === 'uploaded') return failureOfMedia(post) === null || hasFailedBefore(post);
  return post.madeAt !== null && scheduledAt !== null && post.madeAt < scheduledAt;
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
