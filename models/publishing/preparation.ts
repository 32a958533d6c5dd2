import { z } from 'zod';
import { after } from '../../domain/assignment/after';
import { loadLocked } from '../assignments/store/found';
import { inOwnTransaction } from '../assignments/store/storeChange';
import { storeRestarts } from '../assignments/store/storeRestarts';
import type { Connection } from '../connections/Connection';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import type { Transaction } from '../database/transaction';

const lockWaiting = statement(
  'publishing.lockWaitingPreparations',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT id FROM assignments
      WHERE connection_id = ${param('connectionId', 'uuid')} AND prepare_again_at > clock_timestamp()
        AND status IN ('pending', 'uploading', 'uploaded') ORDER BY id FOR UPDATE`,
);

/**
 * Tries the failed preparations of a channel that works again at once, each in the next generation of its assignment. A
 * query with a tenant has found the connection. The relay dispatches the orders written here.
 */
export async function resumePreparations({ id: connectionId }: Connection, transaction?: Transaction): Promise<void> {
  const resume = async (within: Transaction): Promise<void> => {
    const waiting = await lockWaiting.all({ connectionId }, within);
    const loaded = await loadLocked(
      waiting.map(({ id }) => id),
      within,
    );
    const restarts = loaded.map((one) => ({
      loaded: one,
      change: after(one.assignment, { is: 'resumed', by: 'channel' }, one.now),
    }));
    await storeRestarts(
      restarts.filter(({ change }) => !change.isVoid),
      within,
    );
  };
  await (transaction ? resume(transaction) : inOwnTransaction(resume));
}
