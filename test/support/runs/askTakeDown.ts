import { after } from '../../../domain/assignment/after';
import type { RemovalMode } from '../../../domain/platform';
import { Assignment } from '../../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import { inTransaction } from '../../../models/database/transaction';
import { publisherFor } from '../../../platforms';
import type { CreatedRun, Publishing } from './publishing';

/** The wish to take the post of a published assignment down, as a request notes it. @returns the run that carries it out */
export async function askTakeDown(
  { deps, dispatcher }: Publishing,
  assignment: CreatedRun,
  mode: RemovalMode,
): Promise<CreatedRun> {
  const outboxIds = await inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
    const row = (await Assignment.findByPk(assignment.assignmentId, { transaction, lock: true, raw: true }))!;
    const found = await loadFound(row, transaction);
    const removalModes = publisherFor(deps.platforms.get(row.platform)!, row.type).capabilities.removal;
    const loaded = { ...found, assignment: { ...found.assignment, kind: { ...found.assignment.kind, removalModes } } };
    return storeFound(
      loaded,
      after(loaded.assignment, { is: 'takeDownAsked', mode, by: 'apiKey' }, loaded.now),
      transaction,
    );
  });
  for (const id of outboxIds) await dispatcher.dispatch(id);
  const generation = (await Assignment.findByPk(assignment.assignmentId, { raw: true }))!.generation;
  return { ...assignment, generation };
}
