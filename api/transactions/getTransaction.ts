import { z } from 'zod';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { findEntry } from '../../models/billing/ledgerPage';
import { notFound } from '../http/errors';
import { TransactionId } from '../http/ids';
import { defineUseCase } from '../useCase';

const noSuchTransaction = notFound('transaction');

export const getTransaction = defineUseCase({
  name: 'getTransaction',
  action: 'finance.read',
  summary: 'One transaction',
  description: 'A transaction never changes.',
  input: z.object({ transactionId: TransactionId }),
  refuses: [noSuchTransaction],
  run: async ({ principal: { tenant } }, { transactionId }) => {
    await CreditAccount.turnCycle(tenant);
    const entry = await findEntry(tenant, transactionId);
    if (!entry) throw noSuchTransaction.error();
    return entry;
  },
});
