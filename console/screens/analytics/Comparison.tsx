import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatsComparison } from '../../../api/stats/consoleSchema';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { FaultAlert } from '../../parts/FaultAlert';
import { count, percent, signed } from '../../words/amounts';
import { duration } from '../../words/time';
import { comparisonQuery } from './queries';
import type { AnalyticsSearch } from './search';

type Figures = StatsComparison['current'];

const whole = (value: number | null) => (value === null ? '–' : count(value));
const figures = [
  { name: 'published', label: 'Published', words: whole },
  { name: 'failed', label: 'Failed', words: whole },
  { name: 'successRate', label: 'Success rate', words: (share) => (share === null ? '–' : percent(share)) },
  {
    name: 'medianSecondsToPublish',
    label: 'Median time to publish',
    words: (seconds) => (seconds === null ? '–' : duration(1000 * seconds)),
  },
  { name: 'creditsUsed', label: 'Credits used', words: whole },
] as const satisfies { name: keyof Figures; label: string; words: (value: number | null) => string }[];

/** The figures of these days, beside those of as many days before. */
export function Comparison({ search }: { search: AnalyticsSearch }) {
  const { data, error, refetch } = useQuery(comparisonQuery(search));
  const { days = statisticsDaysDefault } = search;
  if (!data)
    return error ? (
      <FaultAlert error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={110} role="status" aria-label="Loading" />
    );
  return (
    <section aria-label={`The last ${days} days, compared with the ${days} days before`}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
        {figures.map(({ name, label, words }) => (
          <Paper key={name} p="sm">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz={24} fw={600} className="tabular">
              {words(data.current[name])}
            </Text>
            <Group gap={4}>
              <Text size="xs" c="dimmed" className="tabular">
                {changeWords(data.change[name])} {words(data.previous[name])} before
              </Text>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  );
}

function changeWords(change: number | null): string {
  return change === null ? '' : `${signed(change)} %,`;
}
