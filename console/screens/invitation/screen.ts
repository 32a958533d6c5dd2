import { createRoute } from '@tanstack/react-router';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';

export const invitation = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/invitations/$token',
    component: lazyScreen(async () => import('./AcceptScreen'), 'AcceptScreen'),
  }),
} satisfies ScreenDescription;
