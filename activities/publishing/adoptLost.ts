import { isDeepStrictEqual } from 'node:util';
import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { lostStagesOf, namedDrafts, rivalsOf } from '../../models/publishing/lostStages';
import type { LostStage } from '../../models/publishing/lostStages';
import type { FoundDraft, LostDrafts } from '../../platforms/Publisher';
import type { PublishContext } from '../run/publishContext';
import { recordDraft } from '../run/report';
import { requireOngoing } from '../run/try';

/**
 * Looks for the draft of an earlier call of the assignment whose answer was lost. A draft is taken only if it is
 * certain: our app made it, in the time of that call, and no other call of ours can have. Nothing is removed.
 * @returns the post with its draft; the same post where there is no draft to take
 * @throws TryEnded for an assignment that moved on meanwhile
 */
export async function adoptLost(post: PublishContext): Promise<PublishContext> {
  const { deps, run, made, earlier, publisher, platform } = post;
  const { lostDrafts } = publisher;
  const mayBeLost = post.assignment.hasLostStage || earlier?.step === 'stage';
  if (!lostDrafts || !mayBeLost || made.draftId !== null) return post;
  for (const lost of await lostStagesOf(run, paced(platform.settleMs))) {
    const draftId = await draftOf(post, lostDrafts, lost);
    if (draftId === null) continue;
    const found = { id: draftId, payload: lost.payload, callId: lost.id };
    requireOngoing(run, await recordDraft(deps, run, found, 'new'));
    return { ...post, earlier: null, made: { ...made, draftId }, staged: lost.payload };
  }
  return post;
}

/** The draft that this call alone can have made; null where no draft is found, or its call is not certain. */
async function draftOf(post: PublishContext, drafts: LostDrafts, lost: LostStage): Promise<string | null> {
  const { run, access } = post;
  const made = await access.call(async (call) => drafts.find(call, lost.payload, lost.from)).catch(noneIfRefused);
  const within = made.filter(({ madeAt }) => lost.from <= madeAt && madeAt <= lost.until);
  const named = await namedDrafts(
    run,
    within.map(({ draftId }) => draftId),
  );
  const [draft, another] = within.filter(({ draftId }) => !named.includes(draftId));
  if (!draft || another || (await mayBeOfRival(post, drafts, lost, draft))) return null;
  return draft.draftId;
}

async function mayBeOfRival(
  { run, platform }: PublishContext,
  drafts: LostDrafts,
  { payload }: LostStage,
  { madeAt }: FoundDraft,
): Promise<boolean> {
  const rivals = await rivalsOf(run, madeAt, paced(platform.settleMs));
  return rivals.some((rival) => isDeepStrictEqual(drafts.contentOf(rival.payload), drafts.contentOf(payload)));
}

/** A platform that does not list its drafts for us has none to take. */
function noneIfRefused(error: unknown): FoundDraft[] {
  if (error instanceof PublishFailure && !error.transient) return [];
  throw error;
}
