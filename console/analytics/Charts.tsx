import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import { useViewer } from '../parts/viewer';
import { count } from '../words/amounts';
import { shortDay } from '../words/time';
import { barsHeight, linesHeight } from './figures';
import type { Channel, Day, Measure } from './figures';
import { lineLooks } from './LineNames';

/** One count of each day, or week. The table beside it has the same counts, so a screen reader hears one sentence. */
export function Bars({ days, name, label }: { days: readonly Day[]; name: keyof Omit<Day, 'date'>; label: string }) {
  const dayWords = useDayWords();
  return (
    <Box role="img" aria-label={label}>
      <BarChart
        h={barsHeight}
        data={[...days]}
        dataKey="date"
        series={[{ name, color: 'indigo.6' }]}
        valueFormatter={count}
        barChartProps={{ accessibilityLayer: false }}
        tooltipProps={{ labelFormatter: dayWords }}
        xAxisProps={{ tickFormatter: dayWords, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 48 }}
      />
    </Box>
  );
}

/** The audience of at most `linesMax` channels, a line each. */
export function Lines({ channels, measure, label }: { channels: readonly Channel[]; measure: Measure; label: string }) {
  const dayWords = useDayWords();
  const dates = channels[0]?.points.map(({ date }) => date) ?? [];
  const data = dates.map((date, day) => ({
    date,
    ...Object.fromEntries(channels.map(({ connectionId, points }) => [connectionId, points[day]?.[measure] ?? null])),
  }));
  return (
    <Box role="img" aria-label={label}>
      <LineChart
        h={linesHeight}
        data={data}
        dataKey="date"
        withDots={dates.length <= 31}
        curveType="linear"
        series={channels.map(({ connectionId, name }, index) => ({
          name: connectionId,
          label: name,
          ...lineLooks[index],
        }))}
        valueFormatter={count}
        lineChartProps={{ accessibilityLayer: false }}
        tooltipProps={{ labelFormatter: dayWords }}
        xAxisProps={{ tickFormatter: dayWords, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 64, domain: ['auto', 'auto'] }}
      />
    </Box>
  );
}

/** A date in words. Between two points the library asks for the words of none. */
function useDayWords(): (date: unknown) => string {
  const { profile } = useViewer();
  return (date) => (typeof date === 'string' ? shortDay(date, profile) : '');
}
