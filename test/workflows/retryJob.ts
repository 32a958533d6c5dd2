import { v7 as uuidv7 } from 'uuid';
import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import { Assignment } from '../../models/Assignment';
import { CreditAccount } from '../../models/CreditAccount';
import { inTransaction } from '../../models/database';
import { OutboxEntry } from '../../models/OutboxEntry';
import type { CreatedJob, Publishing } from '../support/publishing';
import { Tenant } from '../../models/Tenant';
import { retryAssignment } from '../../models/transition';

/** Writes the transaction of retry and dispatches its entry. */
export async function retryJob({ dispatcher }: Publishing, job: CreatedJob): Promise<CreatedJob> {
  const { assignmentId, channel } = job;
  const generation = job.generation + 1;
  const holdId = uuidv7();
  const outboxId = await inTransaction(Assignment.sequelize!, async (transaction) => {
    const hold = { holdId, assignmentId, userId: null, operation: 'publish.video', credits: 10 } as const;
    await CreditAccount.hold(new Tenant(channel.workspaceId, null), hold, transaction);
    const assignment = await Assignment.findByPk(assignmentId, { transaction, raw: true, rejectOnEmpty: true });
    await retryAssignment(assignment, holdId, transaction);
    const { workspaceId } = channel;
    const run = { workflow: publishAssignmentWorkflow, subjectId: assignmentId, generation, workspaceId };
    return OutboxEntry.add({ kind: 'start', ...run }, transaction);
  });
  await dispatcher.dispatch(outboxId);
  return { ...job, generation, outboxId };
}
