import { canFire } from '../../domain/assignment';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import { orderRun } from '../../models/assignmentRuns';
import { inTransaction } from '../../models/database';
import { transitionAssignment } from '../../models/transition';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { ApiError } from '../http/errors';
import { jobOf, lockAssignment, refuseOpenOutcome } from './lockAssignment';

/**
 * Cancels a job before its point of no return: the credits come back, and its run is told to stop and to remove what
 * it has half made (contract.md §2).
 * @throws ApiError 404; 409 from the point of no return on, and while a publishing call has no known outcome
 */
export async function cancelAssignment(context: Context<Actor>, id: string): Promise<void> {
  const { deps } = context;
  const { job, outboxIds } = await inTransaction(deps.sequelize, async (transaction) => {
    const assignment = await lockAssignment(context, id, transaction);
    const { status, generation } = assignment;
    if (!canFire('cancel', status)) {
      throw new ApiError('CONFLICT', `The assignment is ${status}: it cannot be cancelled any more.`);
    }
    await refuseOpenOutcome(assignment, transaction);
    const moved = await transitionAssignment(id, generation, { to: 'cancelled' }, transaction);
    if (moved.kind !== 'moved') throw new Error(`a locked assignment could not be cancelled: ${moved.kind}`);
    const stop = await orderRun('cancel', assignment, transaction);
    failpoint('cancel.written');
    return { job: jobOf(assignment), outboxIds: [stop, ...moved.outboxIds] };
  });
  failpoint('cancel.committed');
  noteMoved(deps, job, { to: 'cancelled' });
  deps.dispatch(outboxIds);
}
