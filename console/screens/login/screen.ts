import { createRoute } from '@tanstack/react-router';
import { readNext } from '../../resources/sessions/next';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { root } from '../../routing/shell';

export const login = {
  route: createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: readNext,
    component: lazyScreen(async () => import('./LogInScreen'), 'LogInScreen'),
  }),
} satisfies ScreenDescription;
