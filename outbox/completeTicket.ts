import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { completeTicketUpdate, connectChannelWorkflow, mainQueue, ticketWorkflowId } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
import { memoOf } from './traced';
import { startables } from './starts';
import { withinDeadline } from './withinDeadline';

/** The browser waits for this. Longer than the workflow's own steps may take. */
const deadlineMs = 16_000;

/**
 * Lets a ticket's workflow go on with the authorization code that lies in the ticket's row, and waits until it has or
 * the deadline is over. Never rejects, and tells nothing: the row has the outcome. An update that was not answered in
 * time is not withdrawn, so the row also decides the effect of a late update. A workflow whose start is still on its
 * way from the outbox is started here.
 */
export type CompleteTicket = (ticketId: string) => Promise<void>;

export function createCompleteTicket(client: Client, logger: Logger): CompleteTicket {
  return async (ticketId) => {
    try {
      const options = await startables[connectChannelWorkflow]?.options({
        kind: 'start',
        workflow: connectChannelWorkflow,
        subjectId: ticketId,
        generation: 1,
      });
      if (!options) return;
      const startWorkflowOperation = new WithStartWorkflowOperation(connectChannelWorkflow, {
        ...options,
        ...memoOf(),
        workflowId: ticketWorkflowId({ ticketId }),
        taskQueue: mainQueue,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      await withinDeadline(client, deadlineMs, async () =>
        client.workflow.executeUpdateWithStart(completeTicketUpdate, { updateId: ticketId, startWorkflowOperation }),
      );
    } catch (error) {
      logger.warn({ err: error, ticketId }, 'the workflow of a ticket did not answer; its row decides');
    }
  };
}
