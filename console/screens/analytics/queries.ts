import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statisticsDaysDefault } from '../../../domain/statistics';
import type { RawFigure } from '../../../domain/statistics/readings';
import { query } from '../../http/client';
import { daysWithBefore } from './figures';
import type { AnalyticsSearch } from './search';

const restingMs = 5 * 60_000;

/** The daily figures of all channels, or of one, and the figures of the days before. */
export const publishingQuery = ({ days = statisticsDaysDefault, connectionId }: AnalyticsSearch) =>
  queryOptions({
    ...query('getStatsAnalytics', { days: daysWithBefore(days), connectionId }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

/** The days up to today, beside as many before them. */
export const comparisonQuery = ({ days = statisticsDaysDefault }: AnalyticsSearch) =>
  queryOptions({
    ...query('compareStats', { days }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

/** The audience of every channel, of each day, and of the days before. */
export const growthQuery = ({ days = statisticsDaysDefault }: AnalyticsSearch) =>
  queryOptions({
    ...query('getSubscriberGrowth', { days: daysWithBefore(days) }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

export const recentPostsQuery = queryOptions(query('listRecentPosts'));

/** The posts with the largest counts at their last reading. */
export const bestPostsQuery = (by: RawFigure) =>
  queryOptions({ ...query('listBestPosts', { by }), placeholderData: keepPreviousData, refetchInterval: restingMs });

export const settingsQuery = queryOptions(query('getSettings'));
