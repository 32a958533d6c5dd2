import { Plot } from '../../parts/chart/Plot';
import { texts } from '../../texts/screens/analytics';
import { count } from '../../texts/amounts';
import { barsHeight, linesHeight } from './figures';
import type { Channel, Day, Measure } from './figures';
import { lineLooks } from './LineNames';

const barColor = '--chart-1';

interface BarsProps {
  days: readonly Day[];
  name: keyof Omit<Day, 'date'>;
  /** At the axis of the counts. */
  unit: string;
  label: string;
}

/** One count of each day, or week. The table beside it has the same counts, so a screen reader hears one sentence. */
export function Bars({ days, name, unit, label }: BarsProps) {
  return (
    <Plot
      look="bars"
      label={label}
      height={barsHeight}
      axisWidth={48}
      unit={unit}
      dates={days.map(({ date }) => date)}
      series={[{ color: barColor, values: days.map((day) => day[name]) }]}
      words={(index) => [{ key: name, text: count(days[index]?.[name] ?? 0) }]}
    />
  );
}

interface LinesProps {
  channels: readonly Channel[];
  measure: Measure;
  /** At the axis of the counts. */
  unit: string;
  label: string;
}

/** The audience of at most `linesMax` channels, a line each. */
export function Lines({ channels, measure, unit, label }: LinesProps) {
  return (
    <Plot
      look="lines"
      label={label}
      height={linesHeight}
      axisWidth={64}
      unit={unit}
      dates={channels[0]?.points.map(({ date }) => date) ?? []}
      series={channels.map(({ points }, index) => ({
        color: barColor,
        ...lineLooks[index],
        values: points.map((point) => point[measure]),
      }))}
      words={(index) =>
        channels.flatMap(({ connectionId, name, points }) => {
          const counted = points[index]?.[measure] ?? null;
          return counted === null ? [] : [{ key: connectionId, text: texts.growth.point(name, counted) }];
        })
      }
    />
  );
}
