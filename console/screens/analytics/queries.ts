import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecentPosts, StatsAnalytics, StatsComparison, SubscriberGrowth } from '../../../api/stats/consoleSchema';
import type { PostStats } from '../../../api/stats/schema';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { get } from '../../http/request';
import type { AnalyticsSearch } from './search';

const restingMs = 5 * 60_000;

/** The daily figures of all channels, or of one. */
export const publishingQuery = ({ days = statisticsDaysDefault, connectionId }: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['statistics', 'publishing', days, connectionId],
    queryFn: async ({ signal }) =>
      get<StatsAnalytics>('/console/stats/analytics', { query: { days, connectionId }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

/** The days up to today, beside as many before them. */
export const comparisonQuery = ({ days = statisticsDaysDefault }: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['statistics', 'comparison', days],
    queryFn: async ({ signal }) => get<StatsComparison>('/console/stats/compare', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

/** The audience of every channel, of each day. */
export const growthQuery = ({ days = statisticsDaysDefault }: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['statistics', 'growth', days],
    queryFn: async ({ signal }) =>
      get<SubscriberGrowth>('/console/stats/subscriber-growth', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

export const recentPostsQuery = queryOptions({
  queryKey: ['statistics', 'recent'],
  queryFn: async ({ signal }) => get<RecentPosts>('/console/stats/recent-posts', { signal }),
});

/** Asks the platform now. It costs credits. */
export async function askPost(connectionId: string, assignmentId: string): Promise<PostStats> {
  return get<PostStats>(`/console/connections/${connectionId}/posts/${assignmentId}/stats`);
}
