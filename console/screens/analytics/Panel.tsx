import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';

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

const views = ['Chart', 'Table'];

/** Figures as a chart, or as the table of its numbers. */
export function Panel({ id, title, description, control, chart, table }: Props) {
  const [view, setView] = useState('Chart');
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
            <SegmentedControl
              size="xs"
              aria-label={`${title}: how it is shown`}
              data={views}
              value={view}
              onChange={setView}
            />
          </Group>
        </Group>
        {view === 'Table' ? table : chart}
      </Stack>
    </Paper>
  );
}
