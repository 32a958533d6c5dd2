import type { Sequelize, Transaction } from 'sequelize';
import { failpoint } from '../../lib/failpoint';

export type { Transaction } from 'sequelize';

/**
 * Runs `work` in one transaction, which commits when `work` resolves and rolls back when `work` throws.
 * @param name of the commit: a failpoint is on either side of the commit
 */
export async function inTransaction<T>(
  sequelize: Sequelize,
  name: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const boundary = `commit.${name}`;
  const done = await sequelize.transaction(async (transaction) => {
    const written = await work(transaction);
    failpoint(boundary, 'before');
    return written;
  });
  failpoint(boundary, 'after');
  return done;
}
