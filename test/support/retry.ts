import { v7 as uuidv7 } from 'uuid';
import { after } from '../../domain/assignment/after';
import { allows } from '../../domain/assignment/allows';
import { Assignment } from '../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../models/assignments/store/found';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { inTransaction } from '../../models/database/transaction';
import { Tenant } from '../../models/database/Tenant';

export class NotRetryable extends Error {}

/** An assignment that is taken up again, as its caller's request does it. @throws where it has not failed */
export async function retry(
  assignmentId: string,
): Promise<{ generation: number; holdId: string; outboxIds: readonly number[] }> {
  const holdId = uuidv7();
  return inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
    const found = await Assignment.findByPk(assignmentId, { lock: true, transaction, raw: true, rejectOnEmpty: true });
    const loaded = await loadFound(found, transaction);
    if (allows(loaded.assignment, 'retry') !== null) throw new NotRetryable();
    const hold = { holdId, assignmentId, userId: null, operation: 'publish.video', credits: 10 } as const;
    await CreditAccount.hold(new Tenant(found.workspaceId, null), hold, transaction);
    const change = after(loaded.assignment, { is: 'retried' }, loaded.now);
    const outboxIds = await storeFound(loaded, change, transaction, { columns: { hold_id: holdId } });
    return { generation: change.assignment.generation, holdId, outboxIds };
  });
}
