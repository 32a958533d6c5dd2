import type { Change } from '../../../domain/assignment/change';
import { after } from '../../../domain/assignment/after';
import { lackingExtras } from '../../../channels/extras/askedExtras';
import { channelAccess } from '../../../channels/channelAccess';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { noteMoves } from '../../../lib/noteMoved';
import type { Assignment } from '../../../models/assignments/Assignment';
import { AssignmentEvent } from '../../../models/assignments/AssignmentEvent';
import type { Resolution } from '../../../models/assignments/AssignmentEvent';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import { inTransaction } from '../../../models/database/transaction';
import type { Transaction } from '../../../models/database/transaction';
import { postsOfOthers } from '../../../models/publishing/creations';
import { publisherFor } from '../../../platforms';
import type { Platform } from '../../../platforms/Platform';
import type { Post } from '../../../platforms/Publisher';
import { userIdOf } from '../../auth/Principal';
import { creditsShort, invalid } from '../../http/errors';
import { askPlatform } from '../../platforms/askPlatform';
import { publishingPlatform } from '../../platforms/offered';
import { askingRefusals, platformNotOffered, tokenUnusable } from '../../platforms/refusals';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { assignmentRunOf, lockWithConnection, requireAllowed, requireConnection } from '../lockAssignment';
import type { LockedAssignment } from '../lockAssignment';
import { connectionGone, noSuchAssignment, notResolvable, outcomeKnown } from '../refusals';
import { takeUpAgain } from '../retryAssignment';
import { ResolveAssignmentInput } from './resolveSchema';
import type { ResolvedAssignment } from './resolveSchema';

type Context = TenantContext<AssignmentDeps>;

/**
 * Ends the open outcome of a failed assignment by the word of a person after a look at the channel (contract.md §2). For a post on
 * the channel, the platform is asked; the assignment is then published by it, for a hold as by a retry. Without a post the
 * assignment stays failed, and the next retry publishes. The row decides between two requests that come together.
 */
export const resolveAssignment = defineUseCase({
  name: 'resolveAssignment',
  action: 'assignment.write',
  summary: 'Say whether the post of an open outcome is on the channel',
  description:
    'Only of a `failed` assignment with `OUTCOME_UNKNOWN`; else 409. `published` takes the id of the post: the platform is asked, and the ' +
    'assignment is published by that post for the credits of its type. After `notPublished` a retry publishes the post.',
  input: ResolveAssignmentInput,
  refuses: [
    noSuchAssignment,
    notResolvable,
    outcomeKnown,
    connectionGone,
    tokenUnusable,
    platformNotOffered,
    creditsShort,
    ...askingRefusals,
  ],
  run: async (context: Context, input): Promise<ResolvedAssignment> => {
    const { assignmentId: id, outcome, platformPostId } = input;
    if (outcome === 'notPublished') return deny(context, id);
    if (platformPostId === undefined) throw invalid({ platformPostId: ['is required with the outcome "published"'] });
    return confirm(context, id, platformPostId);
  },
});

/** Closes the attempts: the post is not on the channel. */
async function deny({ deps, principal }: Context, id: string): Promise<ResolvedAssignment> {
  return inTransaction(deps.sequelize, 'resolveAssignment', async (transaction) => {
    const { assignment } = await lockWithConnection(principal.tenant, id, transaction);
    if (await isResolvedAs(assignment, 'notPublished', transaction)) return resolved(assignment, 'failed');
    const loaded = await loadFound(assignment, transaction);
    requireAllowed(loaded.assignment, 'resolve');
    await noteResolution({ principal }, assignment, 'notPublished', transaction);
    const change = after(loaded.assignment, { is: 'answered', answer: 'refused' }, loaded.now);
    await storeFound(loaded, change, transaction);
    return resolved(assignment, 'failed');
  });
}

/** Publishes the assignment by a post that is live. */
async function confirm(context: Context, id: string, platformPostId: string): Promise<ResolvedAssignment> {
  const { deps, principal } = context;
  const found = await inTransaction(deps.sequelize, 'readResolvable', async (transaction) => {
    const locked = await lockWithConnection(principal.tenant, id, transaction);
    if (await isPublishedAs(locked.assignment, platformPostId, transaction)) return null;
    await requireResolvable(locked, transaction);
    return locked.assignment;
  });
  if (!found) return resolved({ id }, 'published');
  const platform = publishingPlatform(deps, found.platform);
  const post = await requireLivePost(deps, found, platform, platformPostId);
  const { run, changes, outboxIds } = await inTransaction(deps.sequelize, 'resolveAssignment', async (transaction) =>
    publishBy(context, { id, post, platform }, transaction),
  );
  for (const change of changes) noteMoves(deps, run, change);
  deps.dispatch(outboxIds);
  return resolved({ id }, 'published');
}

/** @throws ApiError 400 for a post that is not live on the channel, and for one of another assignment */
async function requireLivePost(
  deps: AssignmentDeps,
  assignment: Assignment,
  platform: Platform,
  platformPostId: string,
): Promise<Post> {
  const publisher = publisherFor(platform, assignment.type);
  const post = await askPlatform(async (signal) =>
    channelAccess(deps, { platform, channel: assignment, signal }).call(async (call) =>
      publisher.find(call, platformPostId, assignment.payload),
    ),
  );
  if (!post) throw invalid({ platformPostId: [`${platform.name} shows no such ${assignment.type} on the channel`] });
  const others = await postsOfOthers({ assignmentId: assignment.id }, [post.platformPostId]);
  if (others.length > 0) throw invalid({ platformPostId: ['is the post of another assignment'] });
  return post;
}

interface Publication {
  run: AssignmentRun;
  changes: readonly Change[];
  outboxIds: readonly number[];
}

/** Records the result of the open call, and takes the assignment up again, which publishes it. */
async function publishBy(
  { principal }: Context,
  { id, post, platform }: { id: string; post: Post; platform: Platform },
  transaction: Transaction,
): Promise<Publication> {
  const locked = await lockWithConnection(principal.tenant, id, transaction);
  const { assignment } = locked;
  const loaded = await requireResolvable(locked, transaction);
  await noteResolution({ principal }, assignment, 'published', transaction);
  const { extras } = publisherFor(platform, assignment.type);
  const wish = { extras, payload: assignment.payload, postId: post.platformPostId };
  const lacksExtras = (await lackingExtras(assignment, wish, transaction)).length > 0;
  const live = after(loaded.assignment, { is: 'answered', answer: 'live', lacksExtras }, loaded.now);
  const outboxIds = await storeFound(loaded, live, transaction, { post });
  const taken = await takeUpAgain({ principal }, assignment, transaction);
  const run = { ...assignmentRunOf(assignment), generation: taken.change.assignment.generation };
  return { run, changes: [live, taken.change], outboxIds: [...outboxIds, ...taken.outboxIds] };
}

async function requireResolvable(locked: LockedAssignment, transaction: Transaction) {
  const loaded = await loadFound(locked.assignment, transaction);
  requireAllowed(loaded.assignment, 'resolve');
  const { tokenStatus } = requireConnection(locked);
  if (tokenStatus !== 'valid') throw tokenUnusable.error(tokenStatus);
  return loaded;
}

async function noteResolution(
  { principal }: Pick<Context, 'principal'>,
  assignment: Assignment,
  outcome: Resolution['outcome'],
  transaction: Transaction,
): Promise<void> {
  const resolution = { outcome, userId: userIdOf(principal), at: new Date().toISOString() };
  await AssignmentEvent.noteResolution(assignment, resolution, transaction);
}

async function isResolvedAs(
  assignment: Assignment,
  outcome: Resolution['outcome'],
  transaction: Transaction,
): Promise<boolean> {
  const status = outcome === 'published' ? 'published' : 'failed';
  const last = assignment.status === status ? await AssignmentEvent.lastResolution(assignment, transaction) : null;
  return last?.outcome === outcome;
}

async function isPublishedAs(
  assignment: Assignment,
  platformPostId: string,
  transaction: Transaction,
): Promise<boolean> {
  return assignment.platformPostId === platformPostId && isResolvedAs(assignment, 'published', transaction);
}

function resolved({ id }: Pick<Assignment, 'id'>, status: ResolvedAssignment['status']): ResolvedAssignment {
  return { id, status };
}
