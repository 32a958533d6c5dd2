import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { after } from '../../domain/assignment/after';
import type { Change } from '../../domain/assignment/change';
import type { AssignmentRun } from '../../domain/workflowContract';
import { publishCredits } from '../../domain/credits';
import { uploadSessionOf } from '../../domain/uploadSession';
import { noteMoves } from '../../lib/noteMoved';
import type { Assignment } from '../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../models/assignments/store/found';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { inTransaction } from '../../models/database/transaction';
import type { Transaction } from '../../models/database/transaction';
import { PostExtra } from '../../models/assignments/PostExtra';
import { UploadUse } from '../../models/uploads/UploadUse';
import { publisherFor } from '../../platforms';
import { payerOf } from '../auth/Principal';
import type { TenantPrincipal } from '../auth/Principal';
import { creditsShort, InsufficientCredits } from '../http/errors';
import { AssignmentId } from '../http/ids';
import { publishingPlatform } from '../platforms/offered';
import { platformNotOffered } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { assignmentRunOf, lockWithConnection, requireAllowed, requireConnection } from './lockAssignment';
import { connectionGone, noSuchAssignment, notRetryable, uploadRemoved } from './refusals';

export interface RetryOutcome {
  id: string;
  creditsUsed: number;
  balance: number;
}

export interface RetryWrites {
  outcome: RetryOutcome;
  outboxIds: readonly number[];
  run: AssignmentRun;
  change: Change;
}

/**
 * Takes a failed assignment up again, for a new hold. If the failed run may have made a post, the next one asks the platform
 * first; if it has left something to remove, the next one removes it before its first byte (contract.md §2).
 */
export const retryAssignment = defineUseCase({
  name: 'retryAssignment',
  action: 'assignment.write',
  summary: 'Take a failed assignment up again',
  description:
    'Holds the credits of its type anew. Its errors stay in the timeline. If the failed run may have made a post, the ' +
    'platform is asked first, and a post that is found is published without a second one.',
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment, notRetryable, connectionGone, platformNotOffered, uploadRemoved, creditsShort],
  run: async ({ deps, principal }, { assignmentId }): Promise<RetryOutcome> => {
    const { outcome, outboxIds, run, change } = await inTransaction(
      deps.sequelize,
      'retryAssignment',
      async (transaction) => takeUp({ deps, principal }, assignmentId, transaction),
    );
    noteMoves(deps, run, change);
    deps.dispatch(outboxIds);
    return outcome;
  },
});

async function takeUp(
  { deps, principal }: Pick<TenantContext, 'deps' | 'principal'>,
  id: string,
  transaction: Transaction,
): Promise<RetryWrites> {
  const { tenant } = principal;
  const { assignment, connection } = await lockWithConnection(tenant, id, transaction);
  const loaded = await loadFound(assignment, transaction);
  requireAllowed(loaded.assignment, 'retry');
  requireConnection({ connection });
  if (!(await UploadUse.areThere(assignment, uploadedMedia(deps, assignment), transaction)))
    throw uploadRemoved.error();
  return takeUpAgain({ principal }, assignment, transaction);
}

/**
 * Takes a failed assignment up again, whose row the transaction holds and which a retry is allowed for: for a new hold. A result that is
 * stored publishes it at once.
 */
export async function takeUpAgain(
  { principal }: Pick<TenantContext, 'principal'>,
  assignment: Assignment,
  transaction: Transaction,
): Promise<RetryWrites> {
  const { id } = assignment;
  const loaded = await loadFound(assignment, transaction);
  await PostExtra.forgetUndone(assignment, transaction);
  const holdId = uuidv7();
  const { credits, balance } = await hold(principal, assignment, holdId, transaction);
  const change = after(loaded.assignment, { is: 'retried' }, loaded.now);
  const columns = { hold_id: holdId, media_warnings: null };
  const outboxIds = await storeFound(loaded, change, transaction, { columns });
  const run = { ...assignmentRunOf(assignment), generation: change.assignment.generation };
  const isReleased = change.credits.includes('release');
  const outcome = { id, creditsUsed: isReleased ? 0 : credits, balance: isReleased ? balance + credits : balance };
  return { outcome, outboxIds, run, change };
}

/** The sessions that have its media. A picture beside them may be gone: a post goes without it. */
function uploadedMedia(deps: TenantContext['deps'], assignment: Assignment): string[] {
  const publisher = publisherFor(publishingPlatform(deps, assignment.platform), assignment.type);
  return publisher.mediaUrls(assignment).flatMap((url) => uploadSessionOf(url) ?? []);
}

/** Comes as late as it can, before the rest is stored: it locks the account for all other requests of the workspace until the commit. */
async function hold(principal: TenantPrincipal, { id, type }: Assignment, holdId: string, transaction: Transaction) {
  const credits = publishCredits[type];
  const operation = `publish.${type}` as const;
  const request = { holdId, assignmentId: id, ...payerOf(principal), operation, credits };
  const { kind, balance } = await CreditAccount.hold(principal.tenant, request, transaction);
  if (kind === 'short') throw new InsufficientCredits(credits, balance);
  return { credits, balance };
}
