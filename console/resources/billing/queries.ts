import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BillingStatus, FinanceState, MemberLimitList } from '../../../api/billing/schema';
import { get } from '../../http/request';

const restingMs = 60_000;

/** All keys of queries about credits begin with `billing`, so that a change of credits reads all of them again. */
export const statusQuery = queryOptions({
  queryKey: ['billing', 'status'],
  queryFn: async ({ signal }) => get<BillingStatus>('/console/billing/status', { signal }),
  refetchInterval: restingMs,
});

export const financeQuery = queryOptions({
  queryKey: ['billing', 'finance'],
  queryFn: async ({ signal }) => get<FinanceState>('/console/billing/finance-state', { signal }),
});

export const limitsQuery = queryOptions({
  queryKey: ['billing', 'limits'],
  queryFn: async ({ signal }) => get<z.infer<typeof MemberLimitList>>('/console/billing/member-limits', { signal }),
});
