import { queryClient } from '../../http/queryClient';
import { connectionsQuery } from '../../resources/connections/queries';
import type { Begin } from '../../routing/readScreen';
import { comparisonQuery, growthQuery, publishingQuery, recentPostsQuery } from './queries';
import { readAnalyticsSearch } from './search';

export const read: Begin = ({ search }) => {
  const chosen = readAnalyticsSearch(search);
  return [
    queryClient.prefetchQuery(comparisonQuery(chosen)),
    queryClient.prefetchQuery(publishingQuery(chosen)),
    queryClient.prefetchQuery(growthQuery(chosen)),
    queryClient.prefetchQuery(recentPostsQuery),
    queryClient.prefetchQuery(connectionsQuery),
  ];
};
