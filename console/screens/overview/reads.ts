import { queryClient } from '../../http/queryClient';
import { historyQuery } from '../../resources/assignments/history';
import { statusQuery } from '../../resources/billing/queries';
import { connectionsQuery } from '../../resources/connections/queries';
import { onboardingQuery } from '../../resources/onboarding/queries';
import type { Begin } from '../../routing/readScreen';
import { readTimezone } from '../../viewer/queries';
import { failedQuery, failedWebhooksQuery, newestQuery, publishedQuery, weekQuery } from './queries';

export const read: Begin = () => [
  queryClient.prefetchQuery(onboardingQuery),
  queryClient.prefetchQuery(failedQuery),
  queryClient.prefetchQuery(failedWebhooksQuery),
  queryClient.prefetchQuery(connectionsQuery),
  queryClient.prefetchQuery(statusQuery),
  readWeek(),
  queryClient.prefetchQuery(newestQuery),
  readPublished(),
];

/** The posts that went live last. Their numbers are asked for as soon as the posts are known, and are not waited for. */
async function readPublished(): Promise<void> {
  await queryClient.prefetchQuery(publishedQuery);
  const { items = [] } = queryClient.getQueryData(publishedQuery.queryKey) ?? {};
  for (const { id } of items) void queryClient.prefetchQuery(historyQuery(id));
}

async function readWeek(): Promise<void> {
  const [timezone, { daysFrom }, { spanOf }] = await Promise.all([
    readTimezone(),
    import('./week'),
    import('../../words/clock'),
  ]);
  await queryClient.prefetchQuery(weekQuery(spanOf(daysFrom(Date.now(), timezone), timezone)));
}
