import { Button, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatsHistory } from '../../../api/stats/history/schema';
import { rawFigures } from '../../../domain/statistics/readings';
import type { RawFigure } from '../../../domain/statistics/readings';
import { announceFault } from '../../parts/announce';
import { InTurn } from '../../parts/chart/InTurn';
import { Panel } from '../../parts/chart/Panel';
import { lazyPart } from '../../parts/lazyPart';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { saveDownload } from '../../parts/saveDownload';
import { count } from '../../texts/amounts';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/assignment';
import { historyQuery } from '../../resources/assignments/history';
import { changeOf } from './readings';

const { numbers } = texts;
const height = 200;
const minWidth = 480;
const load = async () => import('./NumbersChart');
const LazyChart = lazyPart(async () => (await load()).NumbersChart);
const choices = rawFigures.map((figure) => ({ value: figure, label: labels.figures[figure] }));
const columns = [numbers.counted, ...rawFigures.map((figure) => numberColumn(labels.figures[figure]))];

/** The counts of a published post over time, as its platform told them. */
export function Numbers({ assignmentId }: { assignmentId: string }) {
  const [figure, setFigure] = useState<RawFigure>('views');
  const query = useQuery(historyQuery(assignmentId));
  const frame = {
    query,
    isEmpty: ({ points }: StatsHistory) => points.length === 0,
    empty: { title: numbers.emptyTitle, description: numbers.states[query.data?.state ?? 'active'] },
  };
  return (
    <Panel
      id="numbers"
      title={numbers.title}
      description={query.data ? numbers.states[query.data.state] : numbers.description}
      control={
        <SegmentedControl
          size="xs"
          aria-label={numbers.figure}
          data={choices}
          value={figure}
          onChange={(next) => setFigure(rawFigures.find((one) => one === next) ?? figure)}
        />
      }
      chart={
        <ListFrame {...frame}>
          {({ points }) => {
            const label = numbers.chart(labels.figures[figure], points.at(-1)?.[figure] ?? 0);
            const change = changeOf(points, figure);
            return (
              <Stack gap="xs">
                {change && (
                  <Title order={3} size="sm" fw={600} className="tabular">
                    {numbers.answer(labels.figures[figure], change)}
                  </Title>
                )}
                <InTurn load={load} height={height} label={label}>
                  <LazyChart points={points} figure={figure} label={label} height={height} />
                </InTurn>
              </Stack>
            );
          }}
        </ListFrame>
      }
      table={<ListFrame {...frame}>{(history) => <NumbersTable history={history} />}</ListFrame>}
    />
  );
}

/** The newest first. */
function NumbersTable({ history: { assignmentId, points } }: { history: StatsHistory }) {
  const save = useMutation({
    mutationFn: async () =>
      saveDownload(`/console/assignments/${assignmentId}/stats/history/export`, {}, 'post-statistics.csv'),
    onError: announceFault,
  });
  return (
    <Stack gap="xs">
      <ScrollTable caption={numbers.title} columns={columns} minWidth={minWidth}>
        {points.toReversed().map((point) => (
          <Table.Tr key={point.at}>
            <Table.Td>
              <Text size="sm" component="div">
                <RelativeTime at={point.at} />
              </Text>
            </Table.Td>
            {rawFigures.map((one) => (
              <Table.Td key={one} className="tabular">
                {count(point[one])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ScrollTable>
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {numbers.save}
        </Button>
      </Group>
    </Stack>
  );
}
