import { comparisonQuery, growthQuery, publishingQuery, recentPostsQuery } from '../analytics/queries';
import { readAnalyticsSearch } from '../analytics/search';
import { assignmentQuery } from '../assignment/queries';
import { assignmentsQuery } from '../assignments/queries';
import { readAssignmentSearch } from '../assignments/search';
import type { AssignmentSearch } from '../assignments/search';
import { grantsQuery } from '../assistants/queries';
import { financeQuery, pricingQuery, quoteQuery, usualCredits } from '../billing/payments';
import {
  limitsQuery,
  spendingQuery,
  statusQuery,
  transactionQuery,
  transactionsQuery,
  usageQuery,
} from '../billing/queries';
import { readBillingSearch } from '../billing/search';
import { dayOf, daysShown, spanOf } from '../calendar/days';
import { calendarQuery } from '../calendar/queries';
import { readCalendarSearch } from '../calendar/search';
import { connectionsQuery } from '../connections/queries';
import { credentialsQuery } from '../credentials/queries';
import { queryClient } from '../http/queryClient';
import { invitationsQuery, membersQuery } from '../organizations/queries';
import { lists, shownMax } from '../overview/lists';
import { onboardingQuery } from '../overview/onboarding';
import { mayIn } from '../parts/viewer';
import { profileQuery } from '../parts/viewerQueries';
import { deliveriesQuery, deliveryQuery } from '../webhooks/queries';
import { readDeliverySearch } from '../webhooks/search';
import { inMoments } from '../words/time';
import type { Begin } from './readScreen';

const channels = async () => queryClient.prefetchQuery(connectionsQuery);

/** The queries of each screen that shows more than a form. */
export const screenReads = {
  overview: () => [
    queryClient.prefetchQuery(onboardingQuery),
    queryClient.prefetchQuery(assignmentsQuery({ status: 'published' }, 1)),
    ...Object.values(lists)
      .flatMap<AssignmentSearch>(({ searches }) => searches)
      .map(async (search) => queryClient.prefetchQuery(assignmentsQuery(search, shownMax))),
    channels(),
    queryClient.prefetchQuery(statusQuery),
  ],
  assignments: ({ search }) => [assignments(search), channels()],
  assignment: ({ params: { assignmentId } }) => [
    queryClient.prefetchQuery(assignmentQuery(String(assignmentId))),
    channels(),
  ],
  analytics: ({ search }) => {
    const chosen = readAnalyticsSearch(search);
    return [
      queryClient.prefetchQuery(comparisonQuery(chosen)),
      queryClient.prefetchQuery(publishingQuery(chosen)),
      queryClient.prefetchQuery(growthQuery(chosen)),
      queryClient.prefetchQuery(recentPostsQuery),
      channels(),
    ];
  },
  calendar: ({ search }) => [entries(search)],
  connections: () => [channels()],
  webhooks: ({ search }) => [queryClient.prefetchQuery(deliveriesQuery(readDeliverySearch(search)))],
  delivery: ({ params: { deliveryId } }) => [queryClient.prefetchQuery(deliveryQuery(String(deliveryId)))],
  credentials: () => [queryClient.prefetchQuery(credentialsQuery), channels()],
  organization: ({ organization }) => [
    queryClient.prefetchQuery(membersQuery(organization.id)),
    ...(mayIn(organization, 'invitation.manage') ? [queryClient.prefetchQuery(invitationsQuery(organization.id))] : []),
  ],
  billing: ({ organization, search }) => [
    queryClient.prefetchQuery(statusQuery),
    ...(mayIn(organization, 'finance.read') ? finances(search) : []),
  ],
  transaction: ({ params: { transactionId } }) => [
    queryClient.prefetchQuery(transactionQuery(String(transactionId))),
    queryClient.prefetchQuery(limitsQuery),
  ],
  assistants: () => [queryClient.prefetchQuery(grantsQuery)],
} as const satisfies Record<string, Begin>;

/** All days are those of the reader. */
async function readTimezone(): Promise<string> {
  return (await queryClient.ensureQueryData(profileQuery)).timezone;
}

async function assignments(search: Record<string, unknown>): Promise<void> {
  const chosen = inMoments(readAssignmentSearch(search), await readTimezone());
  await queryClient.prefetchQuery(assignmentsQuery(chosen));
}

async function transactions(search: Record<string, unknown>): Promise<void> {
  const chosen = inMoments(readBillingSearch(search), await readTimezone());
  await queryClient.prefetchQuery(transactionsQuery(chosen));
}

async function entries(search: Record<string, unknown>): Promise<void> {
  const timezone = await readTimezone();
  const days = daysShown(readCalendarSearch(search), dayOf(new Date().toISOString(), timezone));
  await queryClient.prefetchQuery(calendarQuery(spanOf(days, timezone)));
}

function finances(search: Record<string, unknown>): Promise<unknown>[] {
  return [
    queryClient.prefetchQuery(financeQuery),
    queryClient.prefetchQuery(pricingQuery),
    queryClient.prefetchQuery(quoteQuery(usualCredits)),
    queryClient.prefetchQuery(usageQuery),
    queryClient.prefetchQuery(limitsQuery),
    queryClient.prefetchQuery(spendingQuery),
    transactions(search),
  ];
}
