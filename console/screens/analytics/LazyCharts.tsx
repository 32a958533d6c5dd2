import type { ComponentProps } from 'react';
import { InTurn } from '../../parts/chart/InTurn';
import { lazyPart } from '../../parts/lazyPart';
import { barsHeight, linesHeight } from './figures';

const loadCharts = async () => import('./Charts');
const LazyBars = lazyPart(async () => (await loadCharts()).Bars);
const LazyLines = lazyPart(async () => (await loadCharts()).Lines);

export function Bars(props: ComponentProps<typeof LazyBars>) {
  return (
    <InTurn load={loadCharts} height={barsHeight} label={props.label}>
      <LazyBars {...props} />
    </InTurn>
  );
}

export function Lines(props: ComponentProps<typeof LazyLines>) {
  return (
    <InTurn load={loadCharts} height={linesHeight} label={props.label}>
      <LazyLines {...props} />
    </InTurn>
  );
}
