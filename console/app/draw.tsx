import { createRoot } from 'react-dom/client';
import { nextTask } from '../tasks/nextTask';
import { Console } from './Console';
import { allowStyles } from './nonce';
import { router } from './router';
import '../look/styles.css';

/** Draws the first screen, when it is loaded: until then the page shows the name alone (console/index.html). */
export async function draw(): Promise<void> {
  allowStyles();
  const place = document.getElementById('console');
  if (!place) throw new Error('the page has no place for the console');
  // The router listens when it is drawn. Somebody may go back before.
  const stopListening = router.history.subscribe((change) => void router.load(change));
  router.subscribe('onRendered', stopListening);
  await router.load();
  await nextTask();
  createRoot(place).render(<Console />);
}
