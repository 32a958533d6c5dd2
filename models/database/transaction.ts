import type { Sequelize, Transaction } from 'sequelize';

export type { Transaction } from 'sequelize';

/** Runs `work` in one transaction; it commits when `work` resolves and rolls back when it throws. */
export async function inTransaction<T>(
  sequelize: Sequelize,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return sequelize.transaction(work);
}
