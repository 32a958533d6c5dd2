import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nextTask } from './nextTask';

interface Pieces {
  /** The number of parts that there are. */
  total: number;
  /** The number that is drawn at once. */
  first: number;
  /** The number that each later task adds. */
  step: number;
}

/** Of a window, in pixels. */
interface Scroll {
  scrollX: number;
  scrollY: number;
}

/**
 * The number of parts to draw by now: more in each later task, until all are drawn. From then on, a part that is added is
 * drawn at once. Somebody who comes back to a place among the later parts, such as by a reload, is there once they are drawn:
 * until then the page is too short.
 */
export function useDrawn({ total, first, step }: Pieces): number {
  const [drawn, setDrawn] = useState(upTo(first, total));
  useEffect(() => {
    if (drawn >= total) return undefined;
    let isWanted = true;
    void nextTask().then(() => {
      if (isWanted) setDrawn(upTo(drawn + step, total));
    });
    return () => {
      isWanted = false;
    };
  }, [drawn, step, total]);
  usePlace(drawn === first, drawn >= total);
  return drawn;
}

function upTo(count: number, total: number): number {
  return count < total ? count : Infinity;
}

/** @param isBeginning true: more is to be drawn, for the first time */
function usePlace(isBeginning: boolean, isWhole: boolean): void {
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
  return document.documentElement.scrollHeight - window.innerHeight < scrollY;
}
