import { texts } from './texts/beginning';
import { queryClient } from './http/queryClient';
import { nextTask } from './tasks/nextTask';
import { currentSession } from './session/session';
import { organizationsQuery, profileQuery, rolesQuery } from './viewer/queries';
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
    await nextTask();
  }
  const { draw } = await import('./app/draw');
  await nextTask();
  await draw();
}

/** Says, where the page has only its name yet, that the rest cannot be loaded, and how to try again. */
function sayFault(): void {
  const alert = document.createElement('div');
  alert.className = 'beginning';
  alert.role = 'alert';
  const sentence = document.createElement('p');
  sentence.textContent = texts.notLoaded;
  const button = document.createElement('button');
  button.textContent = texts.tryAgain;
  button.addEventListener('click', () => window.location.reload());
  alert.append(sentence, button);
  document.getElementById('console')?.replaceChildren(alert);
}

void begin().catch((error: unknown) => {
  sayFault();
  throw error;
});
