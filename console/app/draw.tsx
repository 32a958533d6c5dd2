import { createRoot } from 'react-dom/client';
import { Console } from './Console';
import { allowStyles } from './nonce';
import type { ConsoleRouter } from './router';
import '../look/styles.css';

/** Draws the console in the place of its name (console/index.html). */
export function draw(router: ConsoleRouter): void {
  allowStyles();
  const place = document.getElementById('console');
  if (!place) throw new Error('the page has no place for the console');
  createRoot(place).render(<Console router={router} />);
}
