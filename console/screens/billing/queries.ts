import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { MemberLimit, Pricing, Quote, UsageByMember } from '../../../api/billing/schema';
import type { TransactionList, TransactionOverview } from '../../../api/transactions/schema';
import { get, patch } from '../../http/request';
import type { BillingSearch } from './search';

const pageSize = 20;
const slowMs = 5 * 60_000;

/** How many credits the form offers at first. */
export const usualCredits = 1_000;

export const pricingQuery = queryOptions({
  queryKey: ['billing', 'pricing'],
  queryFn: async ({ signal }) => get<Pricing>('/console/billing/pricing', { signal }),
  staleTime: slowMs,
});

export const quoteQuery = (credits: number) =>
  queryOptions({
    queryKey: ['billing', 'quote', credits],
    queryFn: async ({ signal }) => get<Quote>('/console/billing/paygo/quote', { query: { credits }, signal }),
    staleTime: slowMs,
  });

/** @param search its days as moments (`inMoments`) */
export const transactionsQuery = (search: BillingSearch) =>
  queryOptions({
    queryKey: ['billing', 'transactions', search],
    queryFn: async ({ signal }) =>
      get<z.infer<typeof TransactionList>>('/console/transactions', { query: { ...search, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/** The credits spent, by operation and by day. */
export const spendingQuery = queryOptions({
  queryKey: ['billing', 'spending'],
  queryFn: async ({ signal }) => get<TransactionOverview>('/console/transactions/overview', { signal }),
});

export const usageQuery = queryOptions({
  queryKey: ['billing', 'usage'],
  queryFn: async ({ signal }) => get<UsageByMember>('/console/billing/usage-by-member', { signal }),
});

/** @param monthlyLimit credits of each cycle; null: no limit */
export async function limitMember(userId: string, monthlyLimit: number | null): Promise<void> {
  await patch<MemberLimit>(`/console/billing/member-limits/${userId}`, { monthlyLimit });
}
