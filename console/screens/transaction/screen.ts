import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../http/queryClient';
import { limitsQuery } from '../../resources/billing/queries';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { transactionQuery } from './queries';

export const transaction = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/billing/transactions/$transactionId',
    loader: async (at) =>
      readScreen(at, () => [
        queryClient.prefetchQuery(transactionQuery(at.params.transactionId)),
        queryClient.prefetchQuery(limitsQuery),
      ]),
    component: lazyScreen(async () => import('./TransactionScreen'), 'TransactionScreen'),
  }),
} satisfies ScreenDescription;
