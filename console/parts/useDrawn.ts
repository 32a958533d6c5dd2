import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { drawAt } from '../tasks/drawing';

interface Pieces {
  /** The number of parts that there are. */
  total: number;
  /** The number that is drawn at once. Each later task adds one. */
  first: number;
}

/** Of a window, in pixels. */
interface Scroll {
  scrollX: number;
  scrollY: number;
}

/**
 * The number of parts to draw by now: more in each later task, until all are drawn: then it is infinite, and a part that is added is
 * drawn at once.
 * @param place the element that stands where the next part will be; null as soon as all are drawn
 */
export function useDrawn({ total, first }: Pieces, place: RefObject<Element | null>): number {
  const [drawn, setDrawn] = useState(upTo(first, total));
  useLayoutEffect(() => {
    if (drawn < total && place.current) return drawAt(place.current, () => setDrawn(upTo(drawn + 1, total)));
    return undefined;
  }, [drawn, total, place]);
  return drawn;
}

function upTo(count: number, total: number): number {
  return count < total ? count : Infinity;
}

/**
 * Scrolls to where the user left the page, such as by a reload, once the page is long enough: before, later parts are missing.
 * @param isBeginning true: the first part is drawn, and others are missing
 */
export function useScrollRestored(isBeginning: boolean, isWhole: boolean): void {
  const wanted = useElementScrollRestoration({ getElement: () => window });
  const unreached = useRef<Scroll>(null);
  useLayoutEffect(() => {
    if (isBeginning) unreached.current = wanted && isBeyondEnd(wanted) ? wanted : null;
    else if (unreached.current && (isWhole || !isBeyondEnd(unreached.current))) {
      window.scrollTo(unreached.current.scrollX, unreached.current.scrollY);
      unreached.current = null;
    }
  });
}

function isBeyondEnd({ scrollY }: Scroll): boolean {
  // The height of the page is a layout of its own.
  return scrollY > 0 && document.documentElement.scrollHeight - window.innerHeight < scrollY;
}
