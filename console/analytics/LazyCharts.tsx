import { Skeleton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { lazyPart } from '../parts/lazyPart';
import { barsHeight, linesHeight } from './figures';

const loadCharts = async () => import('./Charts');
const LazyBars = lazyPart(async () => (await loadCharts()).Bars);
const LazyLines = lazyPart(async () => (await loadCharts()).Lines);
/** A frame, in which what was drawn is shown. */
const frameMs = 16;

/** The charts and their library are loaded when the first of them is shown. Each has its place before. */
export function Bars(props: ComponentProps<typeof LazyBars>) {
  return (
    <InTurn height={barsHeight}>
      <LazyBars {...props} />
    </InTurn>
  );
}

export function Lines(props: ComponentProps<typeof LazyLines>) {
  return (
    <InTurn height={linesHeight}>
      <LazyLines {...props} />
    </InTurn>
  );
}

/** The last chart that waits to be drawn. */
let lastTurn = Promise.resolve();

/** Each chart is drawn in a task of its own: all of them together would keep a phone from answering. */
function InTurn({ height, children }: { height: number; children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isWanted = true;
    lastTurn = lastTurn
      // Where they cannot be loaded, each chart says so itself.
      .then(async () => loadCharts().catch(() => undefined))
      .then(async () => new Promise((resolve) => setTimeout(resolve, frameMs)))
      .then(() => {
        if (isWanted) setDrawn(true);
      });
    return () => {
      isWanted = false;
    };
  }, []);
  const skeleton = <Skeleton height={height} role="status" aria-label="Loading" />;
  return isDrawn ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton;
}
