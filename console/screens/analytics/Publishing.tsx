import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { ListFrame } from '../../parts/list/ListFrame';
import { ScrollTable } from '../../parts/list/ScrollTable';
import { useViewer } from '../../viewer/viewer';
import { count, counted } from '../../words/amounts';
import { shortDay } from '../../words/time';
import { barsOf, daysOfFirstWeek, daysOfWeek, isQuiet } from './figures';
import type { Day } from './figures';
import { Bars } from './LazyCharts';
import { Panel } from './Panel';
import { publishingQuery } from './queries';
import type { AnalyticsSearch } from './search';

const minWidth = 480;
const figures = [
  { name: 'published', label: 'Published' },
  { name: 'failed', label: 'Failed' },
  { name: 'cancelled', label: 'Cancelled' },
  { name: 'creditsUsed', label: 'Credits used' },
] as const;

/** Published and failed posts on each day. */
export function Publishing({ search }: { search: AnalyticsSearch }) {
  const query = useQuery(publishingQuery(search));
  const { days = statisticsDaysDefault } = search;
  const series = query.data?.series ?? [];
  const bars = barsOf(series);
  const step = bars.length < series.length ? 'week' : 'day';
  const firstDays = step === 'week' ? daysOfFirstWeek(series) : null;
  const frame = {
    query,
    isEmpty: (read: { series: readonly Day[] }) => isQuiet(read.series),
    empty: { title: 'Nothing was published', description: 'Choose a longer time, or publish a post.' },
  };
  return (
    <Panel
      id="publishing"
      title="Publishing"
      description={`The last ${days} days (UTC), counted by ${step}`}
      chart={<ListFrame {...frame}>{() => <DayCharts bars={bars} step={step} />}</ListFrame>}
      table={<ListFrame {...frame}>{() => <DayTable bars={bars} step={step} firstDays={firstDays} />}</ListFrame>}
    />
  );
}

/** One chart a figure, each with its name: no colour has to be distinguished from another. */
function DayCharts({ bars, step }: { bars: readonly Day[]; step: string }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {figures.map(({ name, label }) => {
        const total = bars.reduce((sum, day) => sum + day[name], 0);
        return (
          <Stack key={name} gap={4}>
            <Text size="sm" fw={500} className="tabular">
              {label}: {count(total)}
            </Text>
            <Bars
              days={bars}
              name={name}
              label={`${label} by ${step}, ${count(total)} in all. The table has the numbers.`}
            />
          </Stack>
        );
      })}
    </SimpleGrid>
  );
}

interface TableProps {
  bars: readonly Day[];
  step: string;
  /** Of the first week, which may be short; null: the bars are days. */
  firstDays: number | null;
}

function DayTable({ bars, step, firstDays }: TableProps) {
  const { profile } = useViewer();
  const isShort = firstDays !== null && firstDays < daysOfWeek;
  const numbers = figures.map(({ label }) => label);
  const columns = [step === 'day' ? 'Day' : 'Week from', ...numbers];
  return (
    <ScrollTable
      caption={`Publishing by ${step}`}
      columns={columns}
      numbers={numbers}
      minWidth={minWidth}
      maxHeight={360}
    >
      {[...bars].reverse().map((day) => (
        <Table.Tr key={day.date}>
          <Table.Td>
            {shortDay(day.date, profile)}
            {day === bars[0] && isShort && ` (${counted(firstDays, 'day')})`}
          </Table.Td>
          {figures.map(({ name }) => (
            <Table.Td key={name} className="tabular">
              {count(day[name])}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ScrollTable>
  );
}
