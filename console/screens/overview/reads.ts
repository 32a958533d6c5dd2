import { queryClient } from '../../http/queryClient';
import { assignmentsQuery } from '../../resources/assignments/list';
import type { AssignmentSearch } from '../../resources/assignments/list';
import { statusQuery } from '../../resources/billing/queries';
import { connectionsQuery } from '../../resources/connections/queries';
import { onboardingQuery } from '../../resources/onboarding/queries';
import type { Begin } from '../../routing/readScreen';
import { lists, shownMax } from './lists';

export const read: Begin = () => [
  queryClient.prefetchQuery(onboardingQuery),
  queryClient.prefetchQuery(assignmentsQuery({ status: 'published' }, 1)),
  ...Object.values(lists)
    .flatMap<AssignmentSearch>(({ searches }) => searches)
    .map(async (search) => queryClient.prefetchQuery(assignmentsQuery(search, shownMax))),
  queryClient.prefetchQuery(connectionsQuery),
  queryClient.prefetchQuery(statusQuery),
];
