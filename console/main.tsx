import { queryClient } from './http/queryClient';
import { organizationsQuery, profileQuery, rolesQuery } from './parts/viewerQueries';
import { currentSession } from './session/session';

/** Draws the console. The code and the data that all screens need are asked for at once, and what is drawn is whole. */
async function begin(): Promise<void> {
  if (currentSession().status === 'open') {
    void queryClient.prefetchQuery(organizationsQuery);
    void queryClient.prefetchQuery(profileQuery);
    void queryClient.prefetchQuery(rolesQuery);
  }
  // Each import runs as a task of its own, and so does the first drawing: between them the browser shows the page.
  await import('react-dom/client');
  const { draw } = await import('./app/draw');
  await new Promise((resolve) => setTimeout(resolve));
  await draw();
}

void begin();
