import { after } from '../../../domain/assignment/after';
import type { AssignmentError, AssignmentStatus } from '../../../domain/assignment';
import { takeDownAnswer } from '../../../domain/assignment/takeDown';
import type { PostRemoval } from '../../../domain/assignment/snapshot';
import type { RemovalMode } from '../../../domain/platform';
import type { RemovalCaller } from '../../../domain/assignment/removal';
import type { Assignment } from '../../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import { inTransaction } from '../../../models/database/transaction';
import type { Transaction } from '../../../models/database/transaction';
import { publisherFor } from '../../../platforms';
import type { TenantPrincipal } from '../../auth/Principal';
import { invalid } from '../../http/errors';
import { publishingPlatform } from '../../platforms/offered';
import { platformNotOffered, tokenUnusable } from '../../platforms/refusals';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { lockWithConnection } from '../lockAssignment';
import type { LockedAssignment } from '../lockAssignment';
import { beingDeleted, connectionRemoved, neverTakenDown, noSuchAssignment, notPublic } from '../refusals';
import { UnpublishAssignmentInput } from './unpublishSchema';

type Context = TenantContext<AssignmentDeps>;

export interface UnpublishOutcome {
  assignment: Pick<Assignment, 'id' | 'status'>;
  removal: PostRemoval;
}

/**
 * Takes a public post down (contract.md §2): deletes it, or hides it. The request writes the wish; the next run of the assignment
 * carries it out, and goes on until that is done or given up. A wish that stands already is answered as it is.
 */
export const unpublishAssignment = defineUseCase({
  name: 'unpublishAssignment',
  action: 'assignment.write',
  summary: 'Take a published post down',
  description:
    'Deletes the post on its platform, or makes it private; `removal` of the assignment tells how far that is. Free, and nothing is ' +
    'refunded. The capabilities of its platform name the modes of each type. The status stays `published`. Asked again while it is due: ' +
    'the same; `delete` takes the place of `private`. After it has failed: a new round. 200 where nothing is left to do.',
  input: UnpublishAssignmentInput,
  refuses: [
    noSuchAssignment,
    notPublic,
    connectionRemoved,
    tokenUnusable,
    platformNotOffered,
    neverTakenDown,
    beingDeleted,
  ],
  run: async (context: Context, { assignmentId, mode }): Promise<UnpublishOutcome> => {
    const { deps, principal } = context;
    const { outcome, outboxIds } = await inTransaction(deps.sequelize, 'unpublishAssignment', async (transaction) => {
      const locked = await lockWithConnection(principal.tenant, assignmentId, transaction);
      return takeDown(context, locked, mode, transaction);
    });
    const { mode: kept, askedBy } = outcome.removal;
    if (outboxIds.length > 0) deps.logger.info({ assignmentId, mode: kept, askedBy }, 'a post is to be taken down');
    deps.dispatch(outboxIds);
    return outcome;
  },
});

async function takeDown(
  { deps, principal }: Context,
  { assignment, connection }: LockedAssignment,
  mode: RemovalMode,
  transaction: Transaction,
): Promise<{ outcome: UnpublishOutcome; outboxIds: readonly number[] }> {
  const { status, errors, platform: slug, type } = assignment;
  if (status !== 'published') throw notPublic.error(status, nextOf(status, errors));
  if (!connection) throw connectionRemoved.error();
  if (connection.tokenStatus !== 'valid') throw tokenUnusable.error(connection.tokenStatus);
  const platform = publishingPlatform(deps, slug);
  const { removal: modes, name } = publisherFor(platform, type).capabilities;
  if (modes.length === 0) throw neverTakenDown.error(platform.name, name);
  if (!modes.includes(mode))
    throw invalid({ mode: [`must be ${modes.join(' or ')} for a ${name} on ${platform.name}`] });

  const found = await loadFound(assignment, transaction);
  const loaded = {
    ...found,
    assignment: { ...found.assignment, kind: { ...found.assignment.kind, removalModes: modes } },
  };
  const answer = takeDownAnswer(loaded.assignment, mode);
  if (answer === 'isDeleted') throw beingDeleted.error();
  const { removal } = loaded.assignment;
  if (answer === 'stands' && removal) return { outcome: { assignment, removal }, outboxIds: [] };
  const change = after(loaded.assignment, { is: 'takeDownAsked', mode, by: callerOf(principal) }, loaded.now);
  const outboxIds = await storeFound(loaded, change, transaction);
  if (!change.assignment.removal) throw new Error('a wish to take a post down was not noted');
  return { outcome: { assignment, removal: change.assignment.removal }, outboxIds };
}

/** What to do instead, where nothing is public that is known. */
function nextOf(status: Exclude<AssignmentStatus, 'published'>, [error]: readonly AssignmentError[]): string {
  switch (status) {
    case 'pending':
    case 'uploading':
    case 'uploaded':
      return 'Nothing is public yet: cancel it.';
    case 'processing':
      return 'It is going live: wait until it is published.';
    case 'cancelled':
      return 'Nothing was published.';
    case 'failed':
      return error?.code === 'OUTCOME_UNKNOWN'
        ? 'Its post may be public: resolve it first.'
        : 'Nothing was published; a retry publishes it.';
  }
}

function callerOf({ kind }: TenantPrincipal): RemovalCaller {
  return kind === 'member' ? 'user' : kind;
}
