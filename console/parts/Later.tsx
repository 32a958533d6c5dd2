import { useElementScrollRestoration } from '@tanstack/react-router';
import { useDeferredValue, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Of a window, in pixels. */
interface Scroll {
  scrollX: number;
  scrollY: number;
}

/**
 * Draws these parts after what is around them, so that neither is one long task. Somebody who comes back to a place among
 * them, such as by a reload, is there once they are drawn: until then the page is too short.
 */
export function Later({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  const wanted = useElementScrollRestoration({ getElement: () => window });
  const unreached = useRef<Scroll>(null);
  useLayoutEffect(() => {
    if (!isDrawn) unreached.current = wanted && isBeyondEnd(wanted) ? wanted : null;
    else if (unreached.current) {
      window.scrollTo(unreached.current.scrollX, unreached.current.scrollY);
      unreached.current = null;
    }
  }, [isDrawn, wanted]);
  return isDrawn && children;
}

function isBeyondEnd({ scrollY }: Scroll): boolean {
  return document.documentElement.scrollHeight - window.innerHeight < scrollY;
}
