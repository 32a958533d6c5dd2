import { createRoute } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { queryClient } from '../../http/queryClient';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { deliveriesQuery } from './queries';
import { readDeliverySearch } from './search';

export const webhooks = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: readDeliverySearch,
    loader: async (at) =>
      readScreen(at, ({ search }) => [queryClient.prefetchQuery(deliveriesQuery(readDeliverySearch(search)))]),
    component: lazyScreen(async () => import('./WebhooksScreen'), 'WebhooksScreen'),
  }),
  entry: { label: menu.webhooks, Icon: Webhook },
} satisfies ScreenDescription;
