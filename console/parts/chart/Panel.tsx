import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/parts';

interface Props {
  id: string;
  title: string;
  description: string;
  /** Beside the choice between both. */
  control?: ReactNode;
  chart: ReactNode;
  /** The same numbers. */
  table: ReactNode;
}

const views = [
  { value: 'chart', label: texts.chart },
  { value: 'table', label: texts.table },
];

/** Figures as a chart, or as the table of its numbers. */
export function Panel({ id, title, description, control, chart, table }: Props) {
  const [view, setView] = useState('chart');
  return (
    <Paper component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          </div>
          <Group gap="xs">
            {control}
            <SegmentedControl size="xs" aria-label={texts.showAs(title)} data={views} value={view} onChange={setView} />
          </Group>
        </Group>
        {view === 'table' ? table : chart}
      </Stack>
    </Paper>
  );
}
