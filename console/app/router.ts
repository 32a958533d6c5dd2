import { createRouter } from '@tanstack/react-router';
import { lazyScreen } from '../routing/lazyScreen';
import { root, shell } from '../routing/shell';
import { entrances, screens } from './screens';

shell.update({ component: lazyScreen(async () => import('./Shell'), 'Shell') });

const outside = entrances.map(({ route }) => route);
const inside = screens.map(({ route }) => route);

/** Makes the router of every address of the console. Each screen is loaded when it is opened. */
function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([...outside, shell.addChildren(inside)]),
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

export type ConsoleRouter = ReturnType<typeof makeRouter>;

/** The first screen on its way. */
interface Opening {
  router: ConsoleRouter;
  /** Ends when the code and the data of the screen are there. */
  loading: Promise<void>;
}

/** Opens the screen of the page's address. Nothing here draws: the screen is asked for while the code that draws is still on its way. */
export function openFirst(): Opening {
  const router = makeRouter();
  // The router listens when it is drawn. Somebody may go back before.
  const stopListening = router.history.subscribe((change) => void router.load(change));
  router.subscribe('onRendered', stopListening);
  return { router, loading: router.load() };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
