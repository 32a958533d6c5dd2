import { createRouter } from '@tanstack/react-router';
import { PendingScreen } from '../parts/PendingScreen';
import { lazyScreen } from '../routing/lazyScreen';
import { root, shell } from '../routing/shell';
import { FaultScreen, Frame, NotFoundScreen } from './Frame';
import { entrances, screens } from './screens';

root.update({ component: Frame, notFoundComponent: NotFoundScreen });
shell.update({ component: lazyScreen(async () => import('./Shell'), 'Shell') });

const outside = entrances.map(({ route }) => route);
const inside = screens.map(({ route }) => route);

/** Every address of the console. Each screen is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([...outside, shell.addChildren(inside)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: FaultScreen,
  defaultPendingComponent: PendingScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
