import { z } from 'zod';
import { retireConnectionWorkflow } from '../../domain/workflowContract';
import { noteMoves } from '../../lib/noteMoved';
import { inTransaction } from '../../models/database/transaction';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { failOpenAssignments, markRemoved } from '../../models/removals/removedConnections';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchConnection } from './refusals';

/** The run that the removal starts fails the assignments beyond this number. */
const assignmentsAtOnceMax = 200;

/**
 * Removes a connection: reads do not find it any more, nothing new is published to it, and its assignments fail, except
 * for assignments past their point of no return. Its tokens stay until no assignment needs them; the run that revokes
 * and erases them is promised in the same transaction (contract.md §4).
 */
export const removeConnection = defineUseCase({
  name: 'removeConnection',
  action: 'connection.manage',
  summary: 'Remove a channel',
  description:
    'Its assignments fail with `CONNECTION_INACTIVE`, but for those in `processing`, which finish first. Its tokens are ' +
    'erased when no assignment needs them any more. Connecting the channel again brings the connection back, with its id.',
  input: z.object({ connectionId: ConnectionId }),
  refuses: [noSuchConnection],
  run: async ({ deps, principal: { tenant } }, { connectionId }): Promise<void> => {
    const { failed, outboxIds } = await inTransaction(deps.sequelize, 'removeConnection', async (transaction) => {
      const removal = await markRemoved(tenant, connectionId, transaction);
      if (removal === null) throw noSuchConnection.error();
      const ended = await failOpenAssignments({ connectionId, removal }, assignmentsAtOnceMax, transaction);
      const { workspaceId } = tenant;
      const run = { workflow: retireConnectionWorkflow, subjectId: connectionId, generation: removal, workspaceId };
      const retirement = await OutboxEntry.add({ kind: 'start', ...run }, transaction);
      return { failed: ended.failed, outboxIds: [...ended.outboxIds, retirement] };
    });
    deps.logger.info({ connectionId, failedAssignments: failed.length }, 'connection removed');
    for (const { assignment, change } of failed) noteMoves(deps, assignment, change);
    deps.dispatch(outboxIds);
  },
});
