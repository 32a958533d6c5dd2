import { queryClient } from '../../http/queryClient';
import { financeQuery, limitsQuery, statusQuery } from '../../resources/billing/queries';
import type { Begin } from '../../routing/readScreen';
import { readTimezone } from '../../viewer/queries';
import { mayIn } from '../../viewer/viewer';
import { pricingQuery, quoteQuery, spendingQuery, transactionsQuery, usageQuery, usualCredits } from './queries';
import { readBillingSearch } from './search';

export const read: Begin = ({ organization, search }) => [
  queryClient.prefetchQuery(statusQuery),
  ...(mayIn(organization, 'finance.read') ? readFinances(search) : []),
];

function readFinances(search: Record<string, unknown>): Promise<unknown>[] {
  return [
    queryClient.prefetchQuery(financeQuery),
    queryClient.prefetchQuery(pricingQuery),
    queryClient.prefetchQuery(quoteQuery(usualCredits)),
    queryClient.prefetchQuery(usageQuery),
    queryClient.prefetchQuery(limitsQuery),
    queryClient.prefetchQuery(spendingQuery),
    readTransactions(search),
  ];
}

async function readTransactions(search: Record<string, unknown>): Promise<void> {
  const [timezone, { inMoments }] = await Promise.all([readTimezone(), import('../../words/clock')]);
  await queryClient.prefetchQuery(transactionsQuery(inMoments(readBillingSearch(search), timezone)));
}
