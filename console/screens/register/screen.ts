import { createRoute } from '@tanstack/react-router';
import { readNext } from '../../resources/sessions/next';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { root } from '../../routing/shell';

export const register = {
  route: createRoute({
    getParentRoute: () => root,
    path: '/register',
    validateSearch: readNext,
    component: lazyScreen(async () => import('./RegisterScreen'), 'RegisterScreen'),
  }),
} satisfies ScreenDescription;
