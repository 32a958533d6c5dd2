import { download } from '../../http/request';
import type { BillingSearch } from './search';

/**
 * Saves all pages of a list of transactions as a file. A link could not say who asks.
 * @param search its days as moments (`inMoments`)
 */
export async function saveTransactions({ page: _page, ...filters }: BillingSearch): Promise<void> {
  const url = URL.createObjectURL(await download('/console/transactions/export', filters));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'transactions.csv';
  link.click();
  URL.revokeObjectURL(url);
}
