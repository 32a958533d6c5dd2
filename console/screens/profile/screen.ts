import { createRoute } from '@tanstack/react-router';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';

export const profile = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/profile',
    component: lazyScreen(async () => import('./ProfileScreen'), 'ProfileScreen'),
  }),
} satisfies ScreenDescription;
