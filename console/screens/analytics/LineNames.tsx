import { Group, Text } from '@mantine/core';
import type { Channel } from './figures';

/** The looks of lines: each has its own colour and its own dashes (a dash and a gap, in turn, in pixels). */
export const lineLooks: readonly { color: string; dash?: number[] }[] = [
  { color: '--chart-1' },
  { color: '--chart-2', dash: [7, 4] },
  { color: '--chart-3', dash: [2, 3] },
  { color: '--chart-4', dash: [12, 4] },
  { color: '--chart-5', dash: [12, 4, 2, 4] },
];

/** The names of the lines of a chart, each with a piece of its line. */
export function LineNames({ channels }: { channels: readonly Channel[] }) {
  return (
    <Group gap="md" pl={64}>
      {channels.map(({ connectionId, name }, index) => (
        <Group key={connectionId} gap={6} wrap="nowrap">
          <Sample {...lineLooks[index]} />
          <Text size="sm" className="breakable">
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

/** A piece of a line, with its dashes. */
function Sample({ color = '--mantine-color-gray-6', dash = [] }: { color?: string; dash?: readonly number[] }) {
  return (
    <svg width={32} height={8} aria-hidden>
      <line x2={32} y1={4} y2={4} strokeWidth={2} stroke={`var(${color})`} strokeDasharray={dash.join(' ')} />
    </svg>
  );
}
