import { CreditAccount } from '../../models/billing/CreditAccount';
import { pageOfEntries } from '../../models/billing/ledgerPage';
import { TransactionListInput } from '../transactions/schema';
import { defineUseCase } from '../useCase';

export const listTransactions = defineUseCase({
  name: 'listTransactions',
  action: 'finance.read',
  summary: 'Everything that changed the balance, newest first',
  description: 'The amounts of all transactions add up to the balance. The order is stable.',
  input: TransactionListInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    await CreditAccount.turnCycle(tenant);
    return { ...(await pageOfEntries(tenant, filter)), page, limit };
  },
});
