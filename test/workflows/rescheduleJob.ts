import { Assignment } from '../../models/Assignment';
import { orderEnd, orderStart } from '../../models/assignmentRuns';
import { inTransaction } from '../../models/database';
import { Tenant } from '../../models/Tenant';
import type { CreatedJob, Publishing } from '../support/publishing';

/** The next generation of a job that waits for its time, as PATCH makes it. */
export async function rescheduleJob<T extends CreatedJob>(
  { dispatcher }: Publishing,
  job: T,
  scheduledAt: Date,
  payload: object = {},
): Promise<T> {
  const tenant = new Tenant(job.channel.workspaceId, null);
  const outboxIds = await inTransaction(Assignment.sequelize!, async (transaction) => {
    const before = (await Assignment.lock(tenant, job.assignmentId, transaction))!;
    const { id, prepareAheadSeconds } = before;
    const after = { payload: { ...before.payload, ...payload }, scheduledAt, prepareAheadSeconds };
    await Assignment.edit(tenant, { id, ...after, isOtherMedia: false, isRunAnew: true }, transaction);
    return [await orderEnd('terminate', before, transaction), ...(await orderStart(before, transaction))];
  });
  for (const id of outboxIds) await dispatcher.dispatch(id);
  return { ...job, generation: job.generation + 1 };
}
