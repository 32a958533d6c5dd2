import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';

const restingMs = 5 * 60_000;

/** The counts of a published post over time. */
export const numbersQuery = (assignmentId: string) =>
  queryOptions({ ...query('getStatsHistory', { assignmentId }), refetchInterval: restingMs });
