import { z } from 'zod';
import { canFire } from '../../domain/assignment';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import { orderEnd } from '../../models/assignmentRuns';
import { inTransaction } from '../../models/database';
import { transitionFound } from '../../models/transition';
import { AssignmentId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { jobOf, lockAssignment, refuseOpenOutcome } from './lockAssignment';
import { noSuchAssignment, notCancellable, outcomeOpen } from './refusals';

/**
 * Cancels a job before its point of no return: the credits come back, and its run is cancelled. The run then stops, and
 * removes its unfinished upload or draft (contract.md §2).
 */
export const cancelAssignment = defineUseCase({
  name: 'cancelAssignment',
  action: 'assignment.write',
  summary: 'Cancel an assignment before it is processed',
  description:
    'A transfer that is under way stops, and its unfinished upload or draft is removed from the platform: see ' +
    '`cleanup` of the assignment. The credits come back. While `processing`, and once it has ended: 409.',
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment, notCancellable, outcomeOpen],
  run: async ({ deps, principal: { tenant } }, { assignmentId: id }): Promise<void> => {
    const { job, outboxIds } = await inTransaction(deps.sequelize, async (transaction) => {
      const assignment = await lockAssignment(tenant, id, transaction);
      const { status } = assignment;
      if (!canFire('cancel', status)) throw notCancellable.error(status);
      await refuseOpenOutcome(assignment, transaction);
      const moved = await transitionFound(assignment, { to: 'cancelled' }, transaction);
      if (moved.kind !== 'moved') throw new Error(`a locked assignment could not be cancelled: ${moved.kind}`);
      const stop = await orderEnd('cancel', assignment, transaction);
      failpoint('cancel.written');
      return { job: jobOf(assignment), outboxIds: [stop, ...moved.outboxIds] };
    });
    failpoint('cancel.committed');
    noteMoved(deps, job, { to: 'cancelled' });
    deps.dispatch(outboxIds);
  },
});
