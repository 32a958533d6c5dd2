import { after } from '../../domain/assignment/after';
import { Assignment } from '../../models/Assignment';
import { loadFound, storeFound } from '../../models/assignments/found';
import { inTransaction } from '../../models/database';

/** Another time, and another payload, as a caller's request gives them to an assignment. @returns the outbox entries to dispatch */
export async function edit(
  assignmentId: string,
  scheduledAt: Date | null,
  payload: object = {},
): Promise<readonly number[]> {
  return inTransaction(Assignment.sequelize!, async (transaction) => {
    const found = await Assignment.findByPk(assignmentId, { lock: true, transaction, raw: true, rejectOnEmpty: true });
    const loaded = await loadFound(found, transaction);
    const event = {
      is: 'edited',
      dueAt: scheduledAt && scheduledAt.getTime(),
      aheadMs: found.prepareAheadSeconds * 1000,
      isOtherAhead: false,
      isOtherPayload: Object.keys(payload).length > 0,
      isOtherMedia: false,
    } as const;
    const columns = { payload: { ...found.payload, ...payload } };
    return storeFound(loaded, after(loaded.assignment, event, loaded.now), transaction, { columns });
  });
}
