import type { StatsHistory } from '../../../api/stats/history/schema';
import type { RawFigure } from '../../../domain/statistics/readings';
import { Plot } from '../../parts/chart/Plot';
import { count } from '../../texts/amounts';
import { labels } from '../../texts/labels';
import { daysOf } from './readings';

const lineColor = '--chart-1';

interface Props {
  points: StatsHistory['points'];
  figure: RawFigure;
  label: string;
  height: number;
}

/** One count of a post over the days since its publication. */
export function NumbersChart({ points, figure, label, height }: Props) {
  const { dates, values } = daysOf(points, figure);
  return (
    <Plot
      look="lines"
      label={label}
      height={height}
      axisWidth={64}
      unit={labels.figures[figure]}
      dates={dates}
      series={[{ color: lineColor, values }]}
      words={(index) => {
        const counted = values[index] ?? null;
        return counted === null ? [] : [{ key: figure, text: count(counted) }];
      }}
    />
  );
}
