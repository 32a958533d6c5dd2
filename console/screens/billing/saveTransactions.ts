import { saveDownload } from '../../parts/saveDownload';
import type { BillingSearch } from './search';

/** Saves all pages of a list of transactions as a file. @param search its days as moments (`inMoments`) */
export async function saveTransactions({ page: _page, ...filters }: BillingSearch): Promise<void> {
  await saveDownload('/console/transactions/export', filters, 'transactions.csv');
}
