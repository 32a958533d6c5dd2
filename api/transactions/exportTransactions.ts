import { z } from 'zod';
import { CreditAccount } from '../../models/CreditAccount';
import { batchesOfEntries } from '../../models/ledgerPage';
import { defineUseCase } from '../useCase';
import { rangeFields } from './schema';

export const exportTransactions = defineUseCase({
  name: 'exportTransactions',
  action: 'finance.read',
  summary: 'All transactions of a time as CSV, newest first',
  description:
    'RFC 4180, with a header line and the fields of a transaction in their order. A text that a spreadsheet could take ' +
    "for a formula has a leading `'`. If the answer ends without its last chunk, it is not complete.",
  input: z.object(rangeFields),
  refuses: [],
  run: async ({ principal: { tenant } }, range) => {
    await CreditAccount.turnCycle(tenant);
    return batchesOfEntries(tenant, range);
  },
});
