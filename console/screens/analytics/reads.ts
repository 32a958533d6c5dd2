import { queryClient } from '../../http/queryClient';
import { connectionsQuery } from '../../resources/connections/queries';
import type { Begin } from '../../routing/readScreen';
import {
  bestPostsQuery,
  comparisonQuery,
  growthQuery,
  publishingQuery,
  recentPostsQuery,
  settingsQuery,
} from './queries';
import { readAnalyticsSearch } from './search';

export const read: Begin = ({ search }) => {
  const chosen = readAnalyticsSearch(search);
  return [
    queryClient.prefetchQuery(comparisonQuery(chosen)),
    queryClient.prefetchQuery(publishingQuery(chosen)),
    queryClient.prefetchQuery(growthQuery(chosen)),
    queryClient.prefetchQuery(bestPostsQuery('views')),
    queryClient.prefetchQuery(settingsQuery),
    queryClient.prefetchQuery(recentPostsQuery),
    queryClient.prefetchQuery(connectionsQuery),
  ];
};
