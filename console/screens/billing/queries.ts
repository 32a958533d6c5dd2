import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';
import type { BillingSearch } from './search';

const pageSize = 20;
const slowMs = 5 * 60_000;

/** How many credits the form offers at first. */
export const usualCredits = 1_000;

export const pricingQuery = queryOptions({ ...query('getPricing'), staleTime: slowMs });

export const quoteQuery = (credits: number) => queryOptions({ ...query('getQuote', { credits }), staleTime: slowMs });

/** @param search its days as moments (`inMoments`) */
export const transactionsQuery = (search: BillingSearch) =>
  queryOptions({
    ...query('searchTransactions', { ...search, limit: pageSize }),
    placeholderData: keepPreviousData,
  });

/** The credits spent, by operation and by day. */
export const spendingQuery = queryOptions(query('getTransactionOverview'));

export const usageQuery = queryOptions(query('getUsageByMember'));
