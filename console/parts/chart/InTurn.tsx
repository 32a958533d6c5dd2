import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** The time of one frame, in which a browser shows a drawn chart. */
const frameMs = 16;

/** A chart that is so near to the window is drawn: a user who scrolls finds it there. */
const nearPx = 300;

/** The last chart that waits to be drawn. */
let lastTurn = Promise.resolve();

interface Turn {
  /** Loads the code of the chart. */
  load: () => Promise<unknown>;
  /** In pixels. */
  height: number;
  /** The content of the chart, in words. */
  label: string;
  children: ReactNode;
}

/**
 * A chart and its library are loaded when the chart is near; its place and its name are there before. Each chart is drawn in a task of
 * its own: all charts together would keep a phone from answering.
 */
export function InTurn({ load, height, label, children }: Turn) {
  const { ref, entry } = useIntersection({ rootMargin: `${nearPx}px` });
  const isNear = entry?.isIntersecting === true;
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isNear || isDrawn) return undefined;
    let isWanted = true;
    lastTurn = lastTurn
      // Where the charts cannot be loaded, each chart says so itself.
      .then(async () => load().catch(() => undefined))
      .then(async () => new Promise((resolve) => setTimeout(resolve, frameMs)))
      .then(() => {
        if (isWanted) setDrawn(true);
      });
    return () => {
      isWanted = false;
    };
  }, [isNear, isDrawn, load]);
  const skeleton = <Skeleton ref={ref} height={height} role="img" aria-label={label} />;
  return isDrawn ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton;
}
