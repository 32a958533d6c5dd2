import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../http/queryClient';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { deliveryQuery } from './queries';

export const delivery = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/webhooks/$deliveryId',
    loader: async (at) => readScreen(at, () => [queryClient.prefetchQuery(deliveryQuery(at.params.deliveryId))]),
    component: lazyScreen(async () => import('./DeliveryScreen'), 'DeliveryScreen'),
  }),
} satisfies ScreenDescription;
