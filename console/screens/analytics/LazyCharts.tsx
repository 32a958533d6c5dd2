import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { startTransition, Suspense, useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { lazyPart } from '../../parts/lazyPart';
import { barsHeight, linesHeight } from './figures';

const loadCharts = async () => import('./Charts');
const LazyBars = lazyPart(async () => (await loadCharts()).Bars);
const LazyLines = lazyPart(async () => (await loadCharts()).Lines);
/** The time of one frame, in which a browser shows a drawn chart. */
const frameMs = 16;

/** A chart that is so near to the window is drawn: a user who scrolls finds it there. */
const nearPx = 300;

/** The charts and their library are loaded when the first chart is near. Each chart has its place and name before. */
export function Bars(props: ComponentProps<typeof LazyBars>) {
  return (
    <InTurn height={barsHeight} label={props.label}>
      <LazyBars {...props} />
    </InTurn>
  );
}

export function Lines(props: ComponentProps<typeof LazyLines>) {
  return (
    <InTurn height={linesHeight} label={props.label}>
      <LazyLines {...props} />
    </InTurn>
  );
}

/** The last chart that waits to be drawn. */
let lastTurn = Promise.resolve();

interface Turn {
  height: number;
  /** The content of the chart, in words. */
  label: string;
  children: ReactNode;
}

/** Each chart is drawn in a task of its own: all charts together would keep a phone from answering. */
function InTurn({ height, label, children }: Turn) {
  const { ref, entry } = useIntersection({ rootMargin: `${nearPx}px` });
  const isNear = entry?.isIntersecting === true;
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isNear || isDrawn) return undefined;
    let isWanted = true;
    lastTurn = lastTurn
      // Where the charts cannot be loaded, each chart says so itself.
      .then(async () => loadCharts().catch(() => undefined))
      .then(async () => new Promise((resolve) => setTimeout(resolve, frameMs)))
      .then(() => {
        if (isWanted) startTransition(() => setDrawn(true));
      });
    return () => {
      isWanted = false;
    };
  }, [isNear, isDrawn]);
  const skeleton = <Skeleton ref={ref} height={height} role="img" aria-label={label} />;
  return isDrawn ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton;
}
