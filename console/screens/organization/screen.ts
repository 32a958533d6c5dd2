import { createRoute } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { queryClient } from '../../http/queryClient';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { mayIn } from '../../viewer/viewer';
import { menu } from '../../texts/menu';
import { invitationsQuery, membersQuery } from './queries';

export const organization = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/organization',
    loader: async (at) =>
      readScreen(at, ({ organization: acting }) => [
        queryClient.prefetchQuery(membersQuery(acting.id)),
        ...(mayIn(acting, 'invitation.manage') ? [queryClient.prefetchQuery(invitationsQuery(acting.id))] : []),
      ]),
    component: lazyScreen(async () => import('./OrganizationScreen'), 'OrganizationScreen'),
  }),
  entry: { label: menu.organization, Icon: Building2 },
} satisfies ScreenDescription;
