import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';

/** Draws the parts that are below the window after those within it, so that neither is one long task. */
export function Later({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn && children;
}
