import { after } from '../../../domain/assignment/after';
import { aheadMsOf } from '../../../domain/assignment/spread';
import { Assignment } from '../../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import { inTransaction } from '../../../models/database/transaction';

/** Another time, and another payload, as a caller's request gives them to an assignment. @returns the outbox entries to dispatch */
export async function edit(
  assignmentId: string,
  scheduledAt: Date | null,
  payload: object = {},
): Promise<readonly number[]> {
  return inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
    const found = await Assignment.findByPk(assignmentId, { lock: true, transaction, raw: true, rejectOnEmpty: true });
    const loaded = await loadFound(found, transaction);
    const dueAt = scheduledAt && scheduledAt.getTime();
    const event = {
      is: 'edited',
      dueAt,
      aheadMs: aheadMsOf(assignmentId, found.createdAt.getTime(), dueAt, found.prepareAheadSeconds),
      isOtherAhead: false,
      isOtherPayload: Object.keys(payload).length > 0,
      isOtherMedia: false,
    } as const;
    const columns = { payload: { ...found.payload, ...payload } };
    return storeFound(loaded, after(loaded.assignment, event, loaded.now), transaction, { columns });
  });
}
