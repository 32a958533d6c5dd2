import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';

const restingMs = 5 * 60_000;

/** The numbers of a published post over time. */
export const historyQuery = (assignmentId: string) =>
  queryOptions({ ...query('getStatsHistory', { assignmentId }), staleTime: restingMs, refetchInterval: restingMs });
