import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../http/queryClient';
import { currentSession } from '../session/session';
import { platformsQuery, profileQuery, readOrganization } from '../viewer/queries';

/** Holds every address. `app/router.tsx`, which knows all screens, says how this and the shell are drawn. */
export const root = createRootRoute();

/** Holds all that needs a session. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (currentSession().status !== 'none') return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  loader: async () => {
    await Promise.all([readOrganization(), queryClient.ensureQueryData(profileQuery)]);
    await queryClient.ensureQueryData(platformsQuery);
  },
});
