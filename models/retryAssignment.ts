import { Assignment } from './Assignment';
import { AssignmentEvent } from './AssignmentEvent';
import type { Transaction } from './database';
import { firstRow } from './sql';
import { ImpossibleTransition } from './transition';
import { Upload } from './Upload';

/**
 * Takes a failed job up again, in its next generation: the one way back to `pending`. Its errors stay in the timeline,
 * its counts begin anew. What the failed run should have removed and has not is still to be removed, before the first
 * byte. The caller's transaction holds the row.
 * @param holdId a new hold: the earlier one was given back
 * @returns the generation
 * @throws ImpossibleTransition if the job has not failed, or has moved on
 */
export async function retryAssignment(
  { id, generation }: Pick<Assignment, 'id' | 'generation'>,
  holdId: string,
  transaction: Transaction,
): Promise<number> {
  const row = await firstRow<{ generation: number; at: Date }>(
    Assignment,
    `UPDATE assignments
     SET status = 'pending', generation = generation + 1, hold_id = $holdId, errors = '[]',
         cleanup = CASE WHEN cleanup IN ('due', 'failed') THEN 'due' ELSE 'none' END,
         tries = 0, tries_began_at = NULL, last_failure = NULL, updated_at = clock_timestamp()
     WHERE id = $id AND generation = $generation AND status = 'failed' RETURNING generation, updated_at AS at`,
    { id, generation, holdId },
    transaction,
  );
  if (!row) throw new ImpossibleTransition(`assignment ${id} has not failed`);
  await AssignmentEvent.add({ assignmentId: id, ...row, status: 'pending' }, transaction);
  await Upload.forgetCounts(id, transaction);
  return row.generation;
}
