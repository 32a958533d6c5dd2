import { Context } from '@temporalio/activity';
import type { DueGate } from './dueGate';

/**
 * Takes batches until a batch is not full. Before each batch, housekeeping stands back for posts that are due.
 * @param take takes at most `limit`, and returns how many it has taken
 * @returns how many were taken in all
 */
export async function inBatches(
  dueGate: DueGate,
  limit: number,
  take: (limit: number) => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    await dueGate.standBack();
    const taken = await take(limit);
    total += taken;
    Context.current().heartbeat(total);
    if (taken < limit) return total;
  }
}
