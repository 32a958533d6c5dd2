import { connectChannelWorkflow } from '../../domain/workflowContract';
import { inTransaction } from '../../models/database/transaction';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import type { BaseDeps } from '../deps';

/**
 * Ends the run of a ticket that has ended in its row without it. Were this lost, the run would find out by itself when
 * the ticket's time is over.
 */
export async function endRun(
  deps: Pick<BaseDeps, 'sequelize' | 'dispatch'>,
  ticket: Pick<Ticket, 'id' | 'workspaceId'>,
): Promise<void> {
  const { id: subjectId, workspaceId } = ticket;
  const order = { kind: 'cancel', workflow: connectChannelWorkflow, subjectId, generation: 1, workspaceId } as const;
  const outboxId = await inTransaction(deps.sequelize, 'endTicketRun', async (transaction) =>
    OutboxEntry.add(order, transaction),
  );
  deps.dispatch([outboxId]);
}
