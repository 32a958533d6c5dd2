import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import { lazyPart } from '../parts/lazyPart';
import { barsHeight, linesHeight } from './figures';

const LazyBars = lazyPart(async () => (await import('./Charts')).Bars);
const LazyLines = lazyPart(async () => (await import('./Charts')).Lines);

/** The charts and their library are loaded when the first of them is shown. Each has its place before. */
export function Bars(props: ComponentProps<typeof LazyBars>) {
  return (
    <Suspense fallback={<ChartSkeleton height={barsHeight} />}>
      <LazyBars {...props} />
    </Suspense>
  );
}

export function Lines(props: ComponentProps<typeof LazyLines>) {
  return (
    <Suspense fallback={<ChartSkeleton height={linesHeight} />}>
      <LazyLines {...props} />
    </Suspense>
  );
}

function ChartSkeleton({ height }: { height: number }) {
  return <Skeleton height={height} role="status" aria-label="Loading" />;
}
