import { createRoute } from '@tanstack/react-router';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';
import { readLanding } from './landing';

/** The page at which the platform's consent ends (contract.md §8). */
export const connected = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/connections/done',
    validateSearch: readLanding,
    component: lazyScreen(async () => import('./ConnectedScreen'), 'ConnectedScreen'),
  }),
} satisfies ScreenDescription;
