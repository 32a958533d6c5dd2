import { SimpleGrid, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statisticsDaysDefault, statisticsDaysMax } from '../../../domain/statistics';
import { Panel } from '../../parts/chart/Panel';
import { InPieces } from '../../parts/Later';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { texts } from '../../texts/screens/analytics';
import { useViewer } from '../../viewer/viewer';
import { count } from '../../texts/amounts';
import { shortDay } from '../../words/time';
import { barsOf, daysOfFirstWeek, daysOfWeek, isQuiet, periodsOf, totalOf } from './figures';
import type { Day } from './figures';
import { Bars } from './LazyCharts';
import { comparisonQuery, publishingQuery } from './queries';
import type { AnalyticsSearch } from './search';

const minWidth = 480;
const figures = ['published', 'failed', 'cancelled', 'creditsUsed'] as const;
type Figure = (typeof figures)[number];

/** The time that a bar stands for. */
type BarSpan = 'day' | 'week';

/** Published and failed posts on each day. */
export function Publishing({ search }: { search: AnalyticsSearch }) {
  const query = useQuery(publishingQuery(search));
  const { days = statisticsDaysDefault } = search;
  const { current: series, before } = periodsOf(query.data?.series ?? [], days);
  const { data: comparison } = useQuery(comparisonQuery(search));
  // A year before this one is not kept by day. Its sums count the whole organization.
  const sums = search.connectionId === undefined && days > statisticsDaysMax / 2 ? comparison?.previous : undefined;
  const totalBefore = (name: Figure) => (before ? totalOf(before, name) : (sums?.[name] ?? null));
  const bars = barsOf(series);
  const span: BarSpan = bars.length < series.length ? 'week' : 'day';
  const firstDays = span === 'week' ? daysOfFirstWeek(series) : null;
  const frame = {
    query,
    isEmpty: (read: { series: readonly Day[] }) => isQuiet(periodsOf(read.series, days).current),
    empty: { title: texts.publishing.emptyTitle, description: texts.publishing.emptyDescription },
  };
  return (
    <Panel
      id="publishing"
      title={texts.publishing.title}
      description={texts.publishing[span].description(days)}
      chart={
        <ListFrame {...frame}>
          {() => <DayCharts bars={bars} span={span} days={days} totalBefore={totalBefore} />}
        </ListFrame>
      }
      table={<ListFrame {...frame}>{() => <DayTable bars={bars} span={span} firstDays={firstDays} />}</ListFrame>}
    />
  );
}

interface ChartsProps {
  bars: readonly Day[];
  span: BarSpan;
  days: number;
  /** In as many days before; null: not known. */
  totalBefore: (name: Figure) => number | null;
}

/** One chart a figure, each under its answer: no colour has to be distinguished from another. */
function DayCharts({ bars, span, days, totalBefore }: ChartsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <InPieces>
        {figures.map((name) => {
          const label = texts.figures[name];
          const total = totalOf(bars, name);
          return (
            <Stack key={name} gap={4}>
              <Title order={3} size="sm" fw={600} className="tabular">
                {texts.publishing.answer(name, { total, before: totalBefore(name), days })}
              </Title>
              <Bars
                days={bars}
                name={name}
                unit={texts.publishing[span].units[name]}
                label={texts.publishing[span].chart(label, total)}
              />
            </Stack>
          );
        })}
      </InPieces>
    </SimpleGrid>
  );
}

interface TableProps {
  bars: readonly Day[];
  span: BarSpan;
  /** Of the first week, which may be short; null: the bars are days. */
  firstDays: number | null;
}

function DayTable({ bars, span, firstDays }: TableProps) {
  const { profile } = useViewer();
  const isShort = firstDays !== null && firstDays < daysOfWeek;
  const numbers = figures.map((name) => numberColumn(texts.figures[name]));
  const columns = [texts.publishing[span].column, ...numbers];
  return (
    <ScrollTable
      caption={texts.publishing[span].caption}
      columns={columns}

      minWidth={minWidth}
      maxHeight={360}
    >
      {[...bars].reverse().map((day) => (
        <Table.Tr key={day.date}>
          <Table.Td>
            {shortDay(day.date, profile)}
            {day === bars[0] && isShort && texts.publishing.shortWeek(firstDays)}
          </Table.Td>
          {figures.map((name) => (
            <Table.Td key={name} className="tabular">
              {count(day[name])}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ScrollTable>
  );
}
