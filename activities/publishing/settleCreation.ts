import { mayBePublic, PublishFailure } from '../../domain/failures/PublishFailure';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import { paced } from '../../domain/pace';
import type { BlockingAttempt } from '../../models/assignments/openAttempts';
import { noteAbsentPost, postsOfOthers } from '../../models/publishing/creations';
import type { CreationOutcome, CreationTraces, Post, PostCandidate, PublicCreation } from '../../platforms/Publisher';
import { askAgain } from '../askAgain';
import { askLater, failedPost } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';

/** A creating call, and the traces by which its post is known. */
export interface OpenCreation extends BlockingAttempt {
  creation: CreationTraces;
}

/** The looks for the post of a creating call, in milliseconds after its lease (contract.md §2). */
const looksAtMs = [5_000, 30_000, 2 * 60_000, 5 * 60_000, 10 * 60_000];
/** From then on nothing more comes of the call. */
const certainAfterMs = () => paced(10 * 60_000);
/** Two looks that find nothing lie so far apart. */
const betweenLooksMs = () => paced(60_000);

/**
 * Finds out the outcome of an earlier call that may have made a public post. A second call would make a second post: so the call counts as
 * a call that did not happen only if media would lead to the post and do not, or if its caller has retried and a list that was read to
 * its end has no candidate.
 * @returns the live post; null where the call certainly has not happened, or may be repeated
 * @throws ApplicationFailure that makes Temporal ask again; PublishFailure `OUTCOME_UNKNOWN` after the last look
 */
export async function outcomeOfCreation(
  post: PublishContext,
  creation: PublicCreation,
  earlier: OpenCreation,
): Promise<Post | null> {
  const { access, made } = post;
  const outcome: CreationOutcome = await access.call(async (call) =>
    creation.outcome(call, made, earlier.payload, earlier.creation),
  );
  switch (outcome.kind) {
    case 'live':
      return outcome.post;
    case 'goingLive':
      throw await askLater(post, outcome.phase, outcome.ifItStays);
    case 'failed':
      if (outcome.isLost) return null;
      throw failedPost(outcome);
    case 'absent':
      if (earlier.isAccepted) throw await askLater(post, 'processing');
      return whileAbsent(post, earlier);
    case 'candidates':
      return judgeCandidates(post, earlier, outcome.posts);
    case 'unknown':
      throw unknown(post, earlier, { seen: outcome.message, candidates: [] });
  }
}

/** Nothing shows the media. @returns null after two looks, once the call can have no effect any more */
async function whileAbsent(post: PublishContext, earlier: OpenCreation): Promise<null> {
  if (sinceLeaseMs(earlier) < certainAfterMs()) throw lookAgain(earlier);
  const absentMs = await noteAbsentPost(post.run, earlier.id);
  if (absentMs === null || absentMs >= betweenLooksMs()) return null;
  throw askAgain('LOOKING_FOR_POST', 'the post may be live, and is looked for', betweenLooksMs() - absentMs);
}

/**
 * A single candidate is the post, if this service's app has made it. No candidate proves nothing, but a caller who has retried is answered by
 * another call.
 */
async function judgeCandidates(
  post: PublishContext,
  earlier: OpenCreation,
  found: readonly PostCandidate[],
): Promise<Post | null> {
  const ids = found.map(({ platformPostId }) => platformPostId);
  const others = ids.length === 0 ? [] : await postsOfOthers(post.run, ids);
  const candidates = found.filter(({ platformPostId }) => !others.includes(platformPostId));
  const [candidate, another] = candidates;
  if (candidate && !another && candidate.isOurs) {
    const { platformPostId, platformUrl } = candidate;
    return { platformPostId, platformUrl };
  }
  const isOver = sinceLeaseMs(earlier) >= certainAfterMs();
  if (candidates.length === 0 && earlier.isRepeatable && isOver) {
    await noteAbsentPost(post.run, earlier.id);
    return null;
  }
  throw unknown(post, earlier, { seen: '', candidates });
}

/** @returns the error to throw: for a later look, or after the last look the failure that names the candidates */
function unknown(
  { platform: { name } }: PublishContext,
  earlier: OpenCreation,
  { seen, candidates }: { seen: string; candidates: readonly PostCandidate[] },
): Error {
  if (sinceLeaseMs(earlier) < certainAfterMs()) return lookAgain(earlier);
  const urls = candidates.map(({ platformUrl }) => platformUrl).join(', ');
  const all = urls === '' ? `${name} shows no post that can be it.` : `It can be ${urls}.`;
  const words: FailureWords = {
    ...mayBePublic(name, seen === '' ? all : seen),
    todo: 'Look at the channel, and say by `resolve` what is there; retry looks again.',
  };
  return new PublishFailure('OUTCOME_UNKNOWN', words, { transient: false });
}

function lookAgain(earlier: OpenCreation): Error {
  const passedMs = sinceLeaseMs(earlier);
  const nextMs = looksAtMs.map((ms) => paced(ms)).find((ms) => ms > passedMs) ?? passedMs;
  return askAgain('LOOKING_FOR_POST', 'the post may be live, and is looked for', nextMs - passedMs);
}

function sinceLeaseMs({ leaseLeftMs }: OpenCreation): number {
  return -leaseLeftMs;
}
