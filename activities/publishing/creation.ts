import { createHash } from 'node:crypto';
import { DatabaseError } from 'pg';
import { PublishFailure, restate } from '../../domain/failures/PublishFailure';
import { paced } from '../../domain/pace';
import { callLeaseMs } from '../../domain/stepLimits';
import { contentConstraint, freeHeldContent, refuseDrafts } from '../../models/publishing/creations';
import type { CreationTraces, Post, PublicCreation } from '../../platforms/Publisher';
import { publishingWayOf } from '../../platforms/index';
import { askAgain } from '../askAgain';
import type { PublishContext } from '../run/publishContext';
import { underLease } from './underLease';

/** An open call holds its content so long after its lease. By then its post was made, or will not be. */
export const contentHeldMs = () => paced(10 * 60_000);
/** A post waits so long before it asks again for a content that another open call has. */
const contentWaitMs = () => paced(15_000);

/**
 * The second way of a post, where its channel publishes directly; null where the post is staged. A post that has a draft goes on with
 * the draft.
 */
export function creationOf({ platform, publisher, assignment, made }: PublishContext): PublicCreation | null {
  const way = publishingWayOf(platform, assignment.publishing);
  return way === 'direct' && made.draftId === null ? (publisher.creation ?? null) : null;
}

/**
 * Makes the call that creates the post in public, at most once. Its traces are written before it, with its lease.
 * @throws ApplicationFailure that makes Temporal ask again while an equal post of the channel has an open outcome
 */
export async function createOnce(
  post: PublishContext,
  creation: PublicCreation,
): Promise<{ callId: number; answer: Post | 'accepted' }> {
  const { access, assignment, made } = post;
  const { payload } = assignment;
  const traces = await access.call(async (call) => creation.traces(call, payload, callLeaseMs()));
  const contentKey = contentKeyOf(post, creation, traces);
  if (contentKey !== null) await freeHeldContent(contentKey, contentHeldMs());
  try {
    return await underLease(
      post,
      'publish',
      async (call) => creation.create(call, made, payload, assignment.hasAbsentPost),
      { traces, contentKey },
    );
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === contentConstraint)) throw error;
    const seen = 'an equal post of the channel has an open outcome';
    throw askAgain('AWAITING_EQUAL_POST', seen, contentWaitMs());
  }
}

/** SHA-256 of channel and content, in hexadecimal; null for a post that its media lead to. */
function contentKeyOf(
  { run, assignment }: PublishContext,
  creation: PublicCreation,
  traces: CreationTraces,
): string | null {
  const content = traces.by === 'content' ? creation.contentOf(assignment.payload) : null;
  if (content === null) return null;
  const channel = [run.platform, assignment.externalPlatformId];
  return createHash('sha256')
    .update(JSON.stringify([...channel, content]))
    .digest('hex');
}

/**
 * Notes that the channel takes no drafts, where the failure says so and the platform may be asked in the other way.
 * @returns whether the post can be published directly now
 */
export async function isToPublishDirectly(post: PublishContext, error: unknown): Promise<boolean> {
  const { deps, run, platform, publisher, assignment } = post;
  const mayChange = platform.publishing === 'auto' && publisher.creation !== undefined;
  if (!mayChange || !(error instanceof PublishFailure) || !error.refusesDrafts) return false;
  const { connectionId } = assignment;
  if (await refuseDrafts(connectionId))
    deps.logger.warn(
      { ...run, connectionId, reason: error.message },
      'the platform refuses drafts on the channel: its posts are made public at once from now on',
    );
  return true;
}

/**
 * The failure of a draft that the platform does not publish: the draft and its media are removed, and the post is prepared again, to be
 * made public at once.
 */
export function refusedDraft(error: PublishFailure): PublishFailure {
  return restate(error, { transient: false, isLost: true, isRefusal: true });
}
