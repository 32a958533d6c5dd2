import { isDeepStrictEqual } from 'node:util';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { Draft } from '../../models/assignments/Draft';
import { namedDrafts } from '../../models/publishing/lostStages';
import type { PostState } from '../../platforms/Publisher';
import { adoptLost } from './adoptLost';
import { creationOf, isToPublishDirectly } from './creation';
import { abandon } from '../run/cleanUp';
import { patienceOf } from '../run/publishContext';
import type { PublishContext } from '../run/publishContext';
import { recordDraft } from '../run/report';
import { requireOngoing } from '../run/try';
import { underLease } from './underLease';

/**
 * Stages the payload that counts, unless the platform has it. A draft that an earlier call may have made, with its id
 * lost, is looked for before another draft is made, and again where the platform calls that a duplicate.
 * @returns the post with its draft, if the platform has one
 * @throws TryEnded for an assignment that moved on meanwhile
 */
export async function stage(given: PublishContext): Promise<PublishContext> {
  if (creationOf(given)) return given;
  const post = await adoptLost(given);
  if (isStaged(post)) return post;
  try {
    return await stagePayload(post);
  } catch (error) {
    if (await isToPublishDirectly(post, error)) return directly(post);
    if (!(error instanceof PublishFailure && error.code === 'DUPLICATE_CONTENT')) throw error;
    const adopted = await adoptLost(post);
    if (adopted === post) throw error;
    return isStaged(adopted) ? adopted : stagePayload(adopted);
  }
}

/** The context of a post that is made public at once: a refused call has made no draft. */
function directly(post: PublishContext): PublishContext {
  return { ...post, assignment: { ...post.assignment, publishing: 'direct' } };
}

/** The state of the post as the platform has it now, in the way in which it is published. */
export async function lookAt(post: PublishContext): Promise<PostState> {
  const { access, publisher, assignment, made } = post;
  const look = creationOf(post) ?? publisher;
  return access.call(async (call) => look.look(call, made, assignment.payload), patienceOf(post));
}

/** Whether the platform certainly has the payload: a staging call that is only known to be over leaves it open. */
function isStaged({ earlier, staged, assignment }: PublishContext): boolean {
  return earlier?.step !== 'stage' && isDeepStrictEqual(staged, assignment.payload);
}

async function stagePayload(post: PublishContext): Promise<PublishContext> {
  const { deps, run, publisher, made, assignment } = post;
  const { payload } = assignment;
  const { callId, answer: draftId } = await underLease(post, 'stage', async (call) =>
    publisher.stage(call, made, payload),
  );
  const draft = draftId === null ? 'none' : draftId === made.draftId ? 'same' : 'new';
  const recorded = await recordDraft(deps, run, { id: draftId, payload, callId }, draft);
  if (!recorded || recorded.change.isVoid) await abandonDraft(post, draftId);
  requireOngoing(run, recorded);
  if (made.draftId !== null && made.draftId !== draftId) await removeReplaced(post, made.draftId);
  return { ...post, made: { ...made, draftId }, staged: payload };
}

/**
 * Removes the draft that came when a later call had taken over. A draft that shows media stays: the clean-up finds it
 * by them, and that call takes it over. A draft that a later call has found stays, too.
 */
async function abandonDraft(post: PublishContext, draftId: string | null): Promise<void> {
  const { items } = post.made;
  if (draftId === null || items.length > 0) return;
  const isKnown = (await namedDrafts(post.run, [draftId])).length > 0;
  if (!isKnown) await abandon(post, { items, draftId });
}

/** Removes a replaced draft, which is noted as such: if that fails now, the assignment owes the removal at its end. */
async function removeReplaced(post: PublishContext, draftId: string): Promise<void> {
  if (await abandon(post, { items: [], draftId })) await Draft.forgetReplaced(post.run.assignmentId, draftId);
}
