import { SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { Panel } from '../../parts/chart/Panel';
import { InPieces } from '../../parts/Later';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { texts } from '../../texts/screens/analytics';
import { labels } from '../../texts/labels';
import { usePlatformName } from '../../viewer/viewer';
import { count, signed } from '../../texts/amounts';
import { audienceOf, growthOf, largestFirst, linesMax, periodsOf } from './figures';
import type { Channel, Measure } from './figures';
import { Lines } from './LazyCharts';
import { LineNames } from './LineNames';
import { growthQuery } from './queries';
import type { AnalyticsSearch } from './search';

const minWidth = 560;
const { metrics, changes } = texts.growth;
const numbers = [metrics.subscribers, changes.subscribers, metrics.totalViews, changes.totalViews];
const columns = [labels.channel, ...numbers.map(numberColumn)];
const measures = [
  { value: 'subscribers', label: metrics.subscribers },
  { value: 'totalViews', label: metrics.totalViews },
] as const satisfies { value: Measure; label: string }[];

/** The audiences of the channels over time, side by side. */
export function Growth({ search }: { search: AnalyticsSearch }) {
  const [measure, setMeasure] = useState<Measure>('subscribers');
  const query = useQuery(growthQuery(search));
  const { days = statisticsDaysDefault } = search;
  const series = query.data?.series ?? [];
  const recent = series.map((channel) => ({ ...channel, points: [...periodsOf(channel.points, days).current] }));
  const channels = largestFirst(recent, measure);
  const audience = audienceOf(series, measure, days);
  const counts = channels.filter((channel) => growthOf(channel, measure));
  const frame = {
    query,
    isEmpty: ({ series }: { series: readonly Channel[] }) =>
      series.every((channel) => !growthOf(channel, 'subscribers') && !growthOf(channel, 'totalViews')),
    empty: { title: texts.growth.emptyTitle, description: texts.growth.emptyDescription },
  };
  return (
    <Panel
      id="growth"
      title={texts.growth.title}
      description={texts.growth.description(days)}
      control={
        <SegmentedControl
          size="xs"
          aria-label={texts.growth.metric}
          data={[...measures]}
          value={measure}
          onChange={(next) => setMeasure(next === 'totalViews' ? next : 'subscribers')}
        />
      }
      chart={
        <ListFrame {...frame}>
          {() => (
            <Stack gap="xs">
              {audience && (
                <Title order={3} size="sm" fw={600} className="tabular">
                  {texts.growth.answer(metrics[measure], { ...audience, days })}
                </Title>
              )}
              <GrowthChart channels={counts} measure={measure} />
            </Stack>
          )}
        </ListFrame>
      }
      table={<ListFrame {...frame}>{() => <GrowthTable channels={channels} />}</ListFrame>}
    />
  );
}

function GrowthChart({ channels, measure }: { channels: readonly Channel[]; measure: Measure }) {
  const shown = channels.slice(0, linesMax);
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.growth.chartEmpty[measure]}
      </Text>
    );
  return (
    <Stack gap="xs">
      <Lines
        channels={shown}
        measure={measure}
        unit={metrics[measure]}
        label={texts.growth.chart(
          metrics[measure],
          shown.map(({ name }) => name),
        )}
      />
      <LineNames channels={shown} />
      {channels.length > linesMax && (
        <Text size="sm" c="dimmed">
          {texts.growth.largest(linesMax, channels.length)}
        </Text>
      )}
    </Stack>
  );
}

function GrowthTable({ channels }: { channels: readonly Channel[] }) {
  const platformName = usePlatformName();
  return (
    <InPieces>
      <ScrollTable caption={texts.growth.title} columns={columns} minWidth={minWidth}>
        {channels.map((channel) => (
          <Table.Tr key={channel.connectionId}>
            <Table.Td maw={240}>
              <Text size="sm" className="breakable">
                {channel.name}
              </Text>
              <Text size="xs" c="dimmed">
                {platformName(channel.platform)}
              </Text>
            </Table.Td>
            <Grown channel={channel} measure="subscribers" />
            <Grown channel={channel} measure="totalViews" />
          </Table.Tr>
        ))}
      </ScrollTable>
      <Text size="sm" c="dimmed">
        {texts.growth.total(channels.length)}
      </Text>
    </InPieces>
  );
}

function Grown({ channel, measure }: { channel: Channel; measure: Measure }) {
  const growth = growthOf(channel, measure);
  return (
    <>
      <Table.Td className="tabular">{growth ? count(growth.now) : texts.growth.notCounted}</Table.Td>
      <Table.Td className="tabular">{growth ? signed(growth.change) : texts.unknown}</Table.Td>
    </>
  );
}
