import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { paced } from '../../domain/pace';
import { addExtra } from '../../channels/extras/addExtra';
import { missingExtras } from '../../channels/extras/askedExtras';
import type { ExtraOutcome } from '../../channels/extras/ExtraTry';
import type { AskedExtra } from '../../channels/extras/askedExtras';
import { RunAssignment } from '../../models/assignments/runSubjects';
import type { Post } from '../../platforms/Publisher';
import { askAgain } from '../askAgain';
import { recordEvent } from '../run/report';
import type { PublishContext } from '../run/publishContext';

/** The failed try after which a post goes without the extra. */
const triesMax = 3;
/** A row that is no longer as it was read, or that an update of the post has taken, is read again after this time. */
const readAgainMs = () => paced(1000);

/** The missing pictures of a post that is not public yet: they are read while its scheduled time lies ahead. */
export async function missingPictures(post: PublishContext): Promise<AskedExtra[]> {
  const { picture } = post.publisher.extras ?? {};
  if (!picture) return [];
  const missing = await missingOf(post, picture.idOf(post.made));
  return missing.filter(({ extra: { kind } }) => kind === 'picture');
}

/**
 * Sets the missing pictures of a post that is not public yet. A picture that fails for now is tried again. No picture
 * decides the fate of its post: a fault of ours is logged, waited out at first, and then the picture left out.
 * @throws ApplicationFailure that makes Temporal ask again
 */
export async function addPictures(post: PublishContext): Promise<void> {
  try {
    await addAll(post, await missingPictures(post));
  } catch (error) {
    if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
    const { deps, run, triesBefore } = post;
    deps.logger.error({ ...run, err: error }, 'the pictures of a post could not be set');
    if (triesBefore < triesMax)
      throw askAgain('EXTRA_FAILED', 'the pictures of the post could not be set', deps.platformRetryDelaysMs[0] ?? 0);
  }
}

/** Whether a live post lacks extras that its payload asks for: then it owes them. Nothing waits for them. */
export async function lacksExtras(post: PublishContext, { platformPostId }: Post): Promise<boolean> {
  return (await missingOf(post, platformPostId)).length > 0;
}

/**
 * Gives a published post the extras that it owes, each by one try.
 * @throws ApplicationFailure that makes Temporal ask again
 */
export async function addOwed(post: PublishContext): Promise<void> {
  const { deps, run, assignment, snapshot } = post;
  if (!snapshot.lacksExtras) return;
  const { platformPostId, payload } = assignment;
  if (platformPostId === null) throw new Error('a published assignment has no post');
  await addAll(post, await missingOf(post, platformPostId));
  const event = { is: 'completed', generation: run.generation } as const;
  const recorded = await recordEvent(deps, run, (_assignment, _now, facts) =>
    isDeepStrictEqual(facts.payload, payload) ? event : null,
  );
  if (!recorded || recorded.change.isVoid)
    throw askAgain('READ_AGAIN', 'the assignment was changed meanwhile', readAgainMs());
}

async function missingOf({ run, publisher, assignment }: PublishContext, postId: string): Promise<AskedExtra[]> {
  return publisher.extras ? missingExtras(new RunAssignment(run), publisher.extras, assignment.payload, postId) : [];
}

/**
 * Adds extras: pictures, captions and all others side by side, so that none of these waits for the host of another. Those of one
 * kind follow one another: two of them may name the same playlist.
 */
async function addAll(post: PublishContext, missing: readonly AskedExtra[]): Promise<void> {
  const byKind = new Map<string, AskedExtra[]>();
  for (const asked of missing) byKind.set(asked.extra.kind, [...(byKind.get(asked.extra.kind) ?? []), asked]);
  const settled = await Promise.allSettled(
    Array.from(byKind.values(), async (some) => {
      const results: ExtraResult[] = [];
      for (const asked of some) results.push({ asked, outcome: await addOne(post, asked) });
      return results;
    }),
  );
  const fault = settled.find((one) => one.status === 'rejected');
  if (fault) throw fault.reason;
  const waits = settled.flatMap((one) =>
    one.status === 'fulfilled' ? one.value.flatMap((each) => waitOf(post, each)) : [],
  );
  const [first] = waits.toSorted((one, other) => one.waitMs - other.waitMs);
  if (first) throw askAgain(first.type, first.message, first.waitMs);
}

async function addOne(
  { deps, run, access, signal, platform }: PublishContext,
  asked: AskedExtra,
): Promise<ExtraOutcome> {
  return addExtra(deps, asked, {
    assignment: new RunAssignment(run),
    access,
    signal,
    settleMs: platform.settleMs,
    triesMax,
  });
}

interface Wait {
  type: string;
  message: string;
  waitMs: number;
}

interface ExtraResult {
  asked: AskedExtra;
  outcome: ExtraOutcome;
}

/** The wait for the next try; empty where no try follows. */
function waitOf({ deps, platform }: PublishContext, { asked, outcome }: ExtraResult): Wait[] {
  switch (outcome.kind) {
    case 'added':
    case 'givenUp':
      return [];
    case 'movedOn':
      return [{ type: 'READ_AGAIN', message: 'the assignment was changed meanwhile', waitMs: readAgainMs() }];
    case 'busy': {
      const waitMs = Math.max(outcome.waitMs, readAgainMs());
      return [{ type: 'AWAITING_LEASE', message: 'an earlier call may still be on its way', waitMs }];
    }
    case 'failed': {
      const { failure, tries } = outcome;
      const delayMs = deps.platformRetryDelaysMs[tries - 1] ?? 0;
      const waitMs = Math.max(delayMs, failure.retryAfterMs ?? 0, paced(platform.settleMs));
      return [{ type: 'EXTRA_FAILED', message: `payload.${asked.extra.field}: ${failure.message}`, waitMs }];
    }
  }
}
