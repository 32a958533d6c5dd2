import { queryOptions } from '@tanstack/react-query';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import type { OperationName } from '../../http/Api';
import { query, readAnew } from '../../http/client';

const restingMs = 60_000;

export const statusQuery = queryOptions({ ...query('getBillingStatus'), refetchInterval: restingMs });

export const financeQuery = queryOptions(query('getFinanceState'));

export const limitsQuery = queryOptions(query('listMemberLimits'));

/** The operations whose answers change with credits, plan and limits. */
const ofCredits: readonly OperationName[] = [
  'getBillingStatus',
  'getFinanceState',
  'listMemberLimits',
  'getPricing',
  'getQuote',
  'getUsageByMember',
  'searchTransactions',
  'getTransactionOverview',
  'getTransaction',
];

/** Reads all answers about credits on the page again, after a change of credits. */
export async function refreshCredits(queries: QueryClient, options?: InvalidateOptions): Promise<void> {
  await readAnew(queries, ofCredits, options);
}
