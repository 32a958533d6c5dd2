import { queryOptions } from '@tanstack/react-query';
import type { Transaction } from '../../../api/transactions/schema';
import { get } from '../../http/request';

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'transaction', id],
    queryFn: async ({ signal }) => get<Transaction>(`/console/transactions/${id}`, { signal }),
  });
