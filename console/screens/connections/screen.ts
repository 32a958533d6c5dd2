import { createRoute } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import { queryClient } from '../../http/queryClient';
import { connectionsQuery } from '../../resources/connections/queries';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { readConnectionSearch } from './search';

export const connections = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/connections',
    validateSearch: readConnectionSearch,
    loader: async (at) => readScreen(at, () => [queryClient.prefetchQuery(connectionsQuery)]),
    component: lazyScreen(async () => import('./ConnectionsScreen'), 'ConnectionsScreen'),
  }),
  entry: { label: menu.connections, Icon: RadioTower },
} satisfies ScreenDescription;
