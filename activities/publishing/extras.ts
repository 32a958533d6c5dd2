import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { paced } from '../../domain/pace';
import { addExtra, missingExtras } from '../../models/addExtra';
import type { AskedExtra, ExtraOutcome } from '../../models/addExtra';
import { RunJob } from '../../models/ofRuns';
import type { Post } from '../../platforms/Publisher';
import { askAgain, jobHasMovedOn } from '../failures';
import type { PostInHand } from './post';

/** The failed try after which a post goes without. */
const triesMax = 3;

/** The conditions under which an extra is set now. */
interface Patience {
  /** True if others may see the post: only a live post is put into a collection. */
  isLive: boolean;
  /** True: a failed try is repeated before the step goes on. */
  isAwaited: boolean;
}

/** Pictures, while nobody sees the post. A step that is due makes one try and does not wait. */
export async function addPictures(post: PostInHand, patience: { isAwaited: boolean }): Promise<void> {
  const { extras } = post.publisher;
  if (extras) await addAll(post, extras.idOf(post.made), { isLive: false, ...patience });
}

/** All that a live post still lacks. It is live in any case: a failed addition becomes a warning. */
export async function addToLive(post: PostInHand, { platformPostId }: Post): Promise<void> {
  await addAll(post, platformPostId, { isLive: true, isAwaited: true });
}

/**
 * No extra decides what becomes of its post: faults of the database are logged. The first ones are waited out, then the step
 * goes on.
 * @throws ApplicationFailure that makes Temporal ask again, or says that the job has moved on
 */
async function addAll(post: PostInHand, postId: string, patience: Patience): Promise<void> {
  const { deps, job, publisher, assignment } = post;
  if (!publisher.extras) return;
  try {
    const missing = await missingExtras(new RunJob(job), publisher.extras, assignment.payload, postId);
    for (const asked of missing) {
      if (asked.extra.kind === 'picture' || patience.isLive) await addOne(post, asked, patience);
    }
  } catch (error) {
    if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
    deps.logger.error({ ...job, err: error }, 'what belongs to a post could not be added');
    // Without a note of a try, nothing would tell that the post goes without.
    if (patience.isAwaited && post.triesBefore < triesMax)
      throw askAgain('EXTRA_FAILED', 'what belongs to the post could not be added', deps.platformRetryDelaysMs[0] ?? 0);
  }
}

async function addOne(post: PostInHand, asked: AskedExtra, { isAwaited }: Patience): Promise<void> {
  const { deps, job, access, signal, platform } = post;
  const { settleMs } = platform;
  const outcome = await addExtra(deps, asked, { job: new RunJob(job), access, signal, settleMs, triesMax });
  if (outcome.kind === 'movedOn') throw jobHasMovedOn();
  if (isAwaited) awaitNext(post, asked, outcome);
}

function awaitNext({ deps, platform }: PostInHand, { extra: { field } }: AskedExtra, outcome: ExtraOutcome): void {
  if (outcome.kind === 'busy')
    throw askAgain('AWAITING_LEASE', `an earlier call may still be on its way`, outcome.waitMs);
  if (outcome.kind !== 'failed') return;
  const { failure, tries } = outcome;
  const waitMs = Math.max(
    deps.platformRetryDelaysMs[tries - 1] ?? 0,
    failure.retryAfterMs ?? 0,
    paced(platform.settleMs),
  );
  throw askAgain('EXTRA_FAILED', `payload.${field}: ${failure.message}`, waitMs);
}
