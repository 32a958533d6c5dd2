import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { overviewOfLedger } from '../../models/billing/ledgerOverview';
import { defineUseCase } from '../useCase';
import { rangeFields } from './schema';

export const getTransactionOverview = defineUseCase({
  name: 'getTransactionOverview',
  action: 'finance.read',
  summary: 'The sums of the transactions of a time',
  description: 'Sums of credits by kind, and of charges by operation and by day.',
  input: z.object(rangeFields),
  refuses: [],
  run: async ({ principal: { tenant } }, range) => {
    await CreditAccount.turnCycle(tenant);
    return overviewOfLedger(tenant, range);
  },
});
