import { PublishFailure } from '../../domain/failures/PublishFailure';
import { isShortLived } from '../../domain/assignment/preparedLife';
import type { RunStep } from '../../domain/assignment/runStep';
import { asksHosts, endPreparation } from './askHosts';
import { askLater, failedPost, lostPost } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';
import { stepNow } from '../run/report';
import { settleEarlier } from './settle';
import { lookAt, stage } from './stage';

/**
 * Makes a post ready with the platform to go live by one call (activities/publishing/README.md). The preparation begins
 * again where the platform has lost the media, cannot use them or will not keep them so long.
 * @returns the step that is next: hosts are asked last, and only where there is something to ask
 */
export async function prepare(given: PublishContext): Promise<RunStep> {
  // Before the point of no return no call can have published; a call that stages may still be on its way.
  await settleEarlier(given);
  if (mayEndBefore(given)) throw shortLived(given);
  const post = await stage(given);
  const state = await lookAt(post);
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
      return (await asksHosts(post)) ? toAskHosts(post) : endPreparation(post);
  }
}

/** Whether the prepared media expire before their time. False for second media: nothing more can be done. */
function mayEndBefore({ publisher: { preparedLifeMs }, snapshot, assignment }: PublishContext): boolean {
  const { media, dueAt } = snapshot;
  if (media.isSecond || dueAt === null) return false;
  return assignment.media.some(({ storedAt }) => isShortLived(storedAt, dueAt, preparedLifeMs));
}

function shortLived({ platform: { name } }: PublishContext): PublishFailure {
  const words = {
    seen: `${name} will not keep the media until the time of the post.`,
    todo: 'They are sent once more.',
  };
  return new PublishFailure('PROCESSING_FAILED', words, { transient: false, isShortLived: true });
}

async function toAskHosts({ deps, run }: PublishContext): Promise<RunStep> {
  const step = await stepNow(deps, run);
  return step.do === 'prepare' ? { ...step, do: 'askHosts' } : step;
}
