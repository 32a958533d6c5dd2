import type { LedgerEntry } from '../../models/billing/ledgerPage';
import type { LedgerOverview } from '../../models/billing/ledgerOverview';
import { csvLine } from './csv';
import { Transaction } from './schema';
import type { TransactionOverview } from './schema';

export function presentTransaction(entry: LedgerEntry): Transaction {
  const { id, type, credits, amount, balanceAfter, operation, assignmentId, userId, description, createdAt } = entry;
  return {
    id,
    type,
    credits,
    amount,
    balanceAfter,
    operation,
    assignmentId,
    userId,
    description,
    createdAt: createdAt.toISOString(),
  };
}

export function presentOverview({ totals, byOperation, byDay }: LedgerOverview): TransactionOverview {
  return {
    granted: totals.get('grant') ?? 0,
    charged: totals.get('charge') ?? 0,
    released: totals.get('release') ?? 0,
    purchased: totals.get('purchase') ?? 0,
    byOperation: [...byOperation],
    byDay: [...byDay],
  };
}

/** A header line, then one line for each transaction, with its fields in their order. A batch is a part. */
export async function* presentExport(batches: AsyncIterable<readonly LedgerEntry[]>): AsyncGenerator<string> {
  yield csvLine(Object.keys(Transaction.shape));
  for await (const batch of batches)
    yield batch.map((entry) => csvLine(Object.values(presentTransaction(entry)))).join('');
}
