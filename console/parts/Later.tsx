import { useElementScrollRestoration } from '@tanstack/react-router';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Of a window, in pixels. */
interface Scroll {
  scrollX: number;
  scrollY: number;
}

/**
 * Draws these parts in a later task than what is around them, so that a phone answers in between. Somebody who comes back to
 * a place among them, such as by a reload, is there once they are drawn: until then the page is too short.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false);
  const wanted = useElementScrollRestoration({ getElement: () => window });
  const unreached = useRef<Scroll>(null);
  useEffect(() => startTransition(() => setDrawn(true)), []);
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
