import { useEffect, useState } from 'react';
import { nextTask } from '../tasks/nextTask';

/**
 * Opens a part that was just loaded a moment after it is drawn: Mantine notes where the focus is as a dialog or a menu opens, not as it is
 * first drawn, and gives the focus back on closing.
 */
export function useOpened(isOpen: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => void nextTask().then(() => setDrawn(true)), []);
  return isOpen && isDrawn;
}
