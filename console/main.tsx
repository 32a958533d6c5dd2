import { queryClient } from './http/queryClient';
import { nextTask } from './parts/nextTask';
import { organizationsQuery, profileQuery, rolesQuery } from './parts/viewerQueries';
import { currentSession } from './session/session';
import { makeFirstFormat } from './words/formats';

/**
 * Draws the console, each screen once it is whole. The code and the data that all screens need are asked for at once. Each
 * `nextTask` and each import ends a task: between them the browser shows the page, and answers the user.
 */
async function begin(): Promise<void> {
  if (currentSession().status === 'open') {
    await nextTask();
    void queryClient.prefetchQuery(organizationsQuery);
    void queryClient.prefetchQuery(profileQuery);
    void queryClient.prefetchQuery(rolesQuery);
    await nextTask();
    makeFirstFormat();
  }
  await import('react-dom/client');
  const { draw } = await import('./app/draw');
  await nextTask();
  await draw();
}

void begin();
