import { CreditAccount } from '../../models/billing/CreditAccount';
import { batchesOfEntries } from '../../models/billing/ledgerPage';
import { defineUseCase } from '../useCase';
import { TransactionExportInput } from './schema';

export const exportTransactions = defineUseCase({
  name: 'exportTransactions',
  action: 'finance.read',
  summary: 'All transactions that fit a filter as CSV, newest first',
  description:
    'The filter is that of the list, of which the export has all pages. RFC 4180, with a header line and the fields of a ' +
    "transaction in their order. A text that a spreadsheet could take for a formula has a leading `'`. If the answer ends " +
    'without its last chunk, it is not complete.',
  input: TransactionExportInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    await CreditAccount.turnCycle(tenant);
    return batchesOfEntries(tenant, filter);
  },
});
