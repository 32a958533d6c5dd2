import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BillingStatus, MemberLimit, MemberLimitList, UsageByMember } from '../../api/billing/schema';
import type { Transaction, TransactionList, TransactionOverview } from '../../api/transactions/schema';
import { download, get, patch } from '../http/request';
import type { BillingSearch } from './search';

const pageSize = 20;
const restingMs = 60_000;

/** All begin with `billing`, so that a change of credits reads all of them again. */
export const statusQuery = queryOptions({
  queryKey: ['billing', 'status'],
  queryFn: async ({ signal }) => get<BillingStatus>('/console/billing/status', { signal }),
  refetchInterval: restingMs,
});

/** @param search its days as moments (`inMoments`) */
export const transactionsQuery = (search: BillingSearch) =>
  queryOptions({
    queryKey: ['billing', 'transactions', search],
    queryFn: async ({ signal }) =>
      get<z.infer<typeof TransactionList>>('/console/transactions', { query: { ...search, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'transaction', id],
    queryFn: async ({ signal }) => get<Transaction>(`/console/transactions/${id}`, { signal }),
  });

/** The credits spent, by operation and by day. */
export const spendingQuery = queryOptions({
  queryKey: ['billing', 'spending'],
  queryFn: async ({ signal }) => get<TransactionOverview>('/console/transactions/overview', { signal }),
});

export const limitsQuery = queryOptions({
  queryKey: ['billing', 'limits'],
  queryFn: async ({ signal }) => get<z.infer<typeof MemberLimitList>>('/console/billing/member-limits', { signal }),
});

export const usageQuery = queryOptions({
  queryKey: ['billing', 'usage'],
  queryFn: async ({ signal }) => get<UsageByMember>('/console/billing/usage-by-member', { signal }),
});

/** @param monthlyLimit credits of each cycle; null: no limit */
export async function limitMember(userId: string, monthlyLimit: number | null): Promise<void> {
  await patch<MemberLimit>(`/console/billing/member-limits/${userId}`, { monthlyLimit });
}

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
