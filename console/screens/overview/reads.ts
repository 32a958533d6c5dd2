import { queryClient } from '../../http/queryClient';
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
  queryClient.prefetchQuery(publishedQuery),
];

async function readWeek(): Promise<void> {
  const [timezone, { daysFrom }, { spanOf }] = await Promise.all([
    readTimezone(),
    import('./week'),
    import('../../words/clock'),
  ]);
  await queryClient.prefetchQuery(weekQuery(spanOf(daysFrom(Date.now(), timezone), timezone)));
}
