import { queryOptions } from '@tanstack/react-query';
import { endedStatuses } from '../../../domain/assignment';
import { query } from '../../http/client';
import { isPassing } from '../../http/queryClient';
import { isOnItsWay, movingMs as deliveringMs } from '../deliveries/queries';

const oldMs = 3_000;
const movingMs = 15_000;
const restingMs = 60_000;

/**
 * All facts of one assignment. The event stream keeps them up to date, and this query is its fallback. The stream tells
 * nothing of webhooks, and ends before the last webhook is sent.
 */
export const assignmentQuery = (assignmentId: string) =>
  queryOptions({
    ...query('inspectAssignment', { assignmentId }),
    refetchInterval: ({ state: { data, error, isInvalidated } }) => {
      // The stream has said something new, or the service was away: the page shows an old state.
      if (error ? isPassing(error) : isInvalidated) return oldMs;
      if (data?.deliveries.some(isOnItsWay)) return deliveringMs;
      return data && endedStatuses.includes(data.status) ? restingMs : movingMs;
    },
  });
