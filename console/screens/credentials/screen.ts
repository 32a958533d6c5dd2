import { createRoute } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { queryClient } from '../../http/queryClient';
import { connectionsQuery } from '../../resources/connections/queries';
import { credentialsQuery } from '../../resources/credentials/queries';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';

export const credentials = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/credentials',
    loader: async (at) =>
      readScreen(at, () => [queryClient.prefetchQuery(credentialsQuery), queryClient.prefetchQuery(connectionsQuery)]),
    component: lazyScreen(async () => import('./CredentialsScreen'), 'CredentialsScreen'),
  }),
  entry: { label: menu.credentials, Icon: KeyRound, gate: ({ may }) => may('credential.manage') },
} satisfies ScreenDescription;
