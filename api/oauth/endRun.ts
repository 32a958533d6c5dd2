import { connectChannelWorkflow } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { inTransaction } from '../../models/database';
import { OutboxEntry } from '../../models/OutboxEntry';
import type { AppDeps } from '../deps';

/**
 * Ends the run of a ticket that has ended in its row without it. Were this lost, the run would find out by itself when
 * the ticket's time is over.
 */
export async function endRun(deps: Pick<AppDeps, 'sequelize' | 'dispatch'>, ticketId: string): Promise<void> {
  const order = { kind: 'cancel', workflow: connectChannelWorkflow, subjectId: ticketId, generation: 1 } as const;
  const outboxId = await inTransaction(deps.sequelize, async (transaction) => {
    const id = await OutboxEntry.add(order, transaction);
    failpoint('ticket.end.written');
    return id;
  });
  failpoint('ticket.end.committed');
  deps.dispatch([outboxId]);
}
