import { v7 as uuidv7 } from 'uuid';
import { canFire } from '../../domain/assignment';
import { publishCredits } from '../../domain/credits';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import type { Assignment } from '../../models/Assignment';
import { orderRun } from '../../models/assignmentRuns';
import { CreditAccount } from '../../models/CreditAccount';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import { retryAssignment as takeUpAgain } from '../../models/transition';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { ApiError, InsufficientCredits } from '../http/errors';
import { jobOf, lockAssignment, requireConnection } from './lockAssignment';

export interface RetryOutcome {
  id: string;
  creditsUsed: number;
  balance: number;
}

/**
 * Takes a failed job up again, for a new hold. If the failed run may have made a post, the next one asks the platform
 * first; if it has left something to remove, the next one removes it before its first byte (contract.md §2).
 * @throws ApiError 404; 409 unless it has failed and its connection is active; InsufficientCredits
 */
export async function retryAssignment(context: Context<Actor>, id: string): Promise<RetryOutcome> {
  const { deps } = context;
  const { job, balance, credits, outboxIds } = await inTransaction(deps.sequelize, async (transaction) => {
    const assignment = await lockAssignment(context, id, transaction);
    if (!canFire('retry', assignment.status)) {
      throw new ApiError('CONFLICT', `The assignment is ${assignment.status}: only a failed one can be retried.`);
    }
    await requireConnection(assignment, transaction);
    const holdId = uuidv7();
    const generation = await takeUpAgain(assignment, holdId, transaction);
    const outboxIds = [await orderRun('start', { id, generation }, transaction)];
    // The failed run is still at its clean-up, or waits to try it again: the new one does it.
    if (assignment.cleanup === 'due') outboxIds.push(await orderRun('terminate', assignment, transaction));
    const job = { ...jobOf(assignment), generation };
    const { credits, balance } = await hold(assignment, holdId, transaction);
    failpoint('retry.written');
    return { job, outboxIds, credits, balance };
  });
  failpoint('retry.committed');
  noteMoved(deps, job, { to: 'pending' });
  deps.dispatch(outboxIds);
  return { id, creditsUsed: credits, balance };
}

/** Comes last: it locks the credit account for all other requests of the workspace until the commit. */
async function hold({ id, workspaceId, type }: Assignment, holdId: string, transaction: Transaction) {
  const credits = publishCredits[type];
  const request = { workspaceId, holdId, assignmentId: id, operation: `publish.${type}`, credits } as const;
  const { kind, balance } = await CreditAccount.hold(request, transaction);
  if (kind === 'short') throw new InsufficientCredits(credits, balance);
  return { credits, balance };
}
