import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Box, Group, Text } from '@mantine/core';
import { useViewer } from '../parts/viewer';
import { count } from '../words/amounts';
import { shortDay } from '../words/time';
import type { Channel, Day, Measure } from './figures';

const barsHeight = 140;
const linesHeight = 260;
/** The dashes of a line differ from those of the others, too. */
const lines: readonly { color: string; strokeDasharray?: string }[] = [
  { color: 'indigo.6' },
  { color: 'teal.7', strokeDasharray: '7 4' },
  { color: 'orange.7', strokeDasharray: '2 3' },
  { color: 'grape.6', strokeDasharray: '12 4' },
  { color: 'red.7', strokeDasharray: '12 4 2 4' },
];

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
        series={channels.map(({ connectionId, name }, index) => ({ name: connectionId, label: name, ...lines[index] }))}
        valueFormatter={count}
        lineChartProps={{ accessibilityLayer: false }}
        tooltipProps={{ labelFormatter: dayWords }}
        xAxisProps={{ tickFormatter: dayWords, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 64, domain: ['auto', 'auto'] }}
      />
      <Group gap="md" mt="xs" pl={64}>
        {channels.map(({ connectionId, name }, index) => (
          <Group key={connectionId} gap={6} wrap="nowrap">
            <Sample {...lines[index]} />
            <Text size="sm" className="breakable">
              {name}
            </Text>
          </Group>
        ))}
      </Group>
    </Box>
  );
}

/** A piece of a line, with its dashes. */
function Sample({ color = 'gray', strokeDasharray }: { color?: string; strokeDasharray?: string }) {
  return (
    <svg width={32} height={8} aria-hidden>
      <line
        x2={32}
        y1={4}
        y2={4}
        strokeWidth={2}
        stroke={`var(--mantine-color-${color.replace('.', '-')})`}
        {...(strokeDasharray !== undefined && { strokeDasharray })}
      />
    </svg>
  );
}

/** A date in words. Between two points the library asks for the words of none. */
function useDayWords(): (date: unknown) => string {
  const { profile } = useViewer();
  return (date) => (typeof date === 'string' ? shortDay(date, profile) : '');
}
