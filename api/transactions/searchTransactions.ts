import { CreditAccount } from '../../models/billing/CreditAccount';
import { pageOfEntries } from '../../models/billing/ledgerPage';
import { defineUseCase } from '../useCase';
import { TransactionSearchInput } from './schema';

export const searchTransactions = defineUseCase({
  name: 'searchTransactions',
  action: 'finance.read',
  summary: 'The transactions that fit a filter, newest first',
  description: 'Filters that are given together must all fit. The order is stable.',
  input: TransactionSearchInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    await CreditAccount.turnCycle(tenant);
    return { ...(await pageOfEntries(tenant, filter)), page, limit };
  },
});
