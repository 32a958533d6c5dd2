import { z } from 'zod';
import { after } from '../../domain/assignment/after';
import { noteMoves } from '../../lib/noteMoved';
import { loadFound, storeFound } from '../../models/assignments/store/found';
import { inTransaction } from '../../models/database/transaction';
import { AssignmentId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { assignmentRunOf, lockAssignment, requireAllowed } from './lockAssignment';
import { noSuchAssignment, notCancellable, outcomeOpen } from './refusals';
import { statusWords } from './statusWords';

/**
 * Cancels an assignment before its point of no return: the credits come back, and its run is cancelled. The run then stops, and
 * removes its unfinished upload or draft (contract.md §2).
 */
export const cancelAssignment = defineUseCase({
  name: 'cancelAssignment',
  action: 'assignment.write',
  summary: 'Cancel an assignment before it is processed',
  description:
    'A transfer that is under way stops, and its unfinished upload or draft is removed from the platform: see ' +
    `\`cleanup\` of the assignment. The credits come back. Only while ${statusWords('cancel', '`')}; else 409.`,
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment, notCancellable, outcomeOpen],
  run: async ({ deps, principal: { tenant } }, { assignmentId: id }): Promise<void> => {
    const { run, change, outboxIds } = await inTransaction(deps.sequelize, 'cancelAssignment', async (transaction) => {
      const found = await lockAssignment(tenant, id, transaction);
      const loaded = await loadFound(found, transaction);
      requireAllowed(loaded.assignment, 'cancel');
      const change = after(loaded.assignment, { is: 'cancelled' }, loaded.now);
      const outboxIds = await storeFound(loaded, change, transaction);
      return { run: assignmentRunOf(found), change, outboxIds };
    });
    noteMoves(deps, run, change);
    deps.dispatch(outboxIds);
  },
});
