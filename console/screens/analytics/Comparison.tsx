import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatsComparison } from '../../../api/stats/consoleSchema';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { texts } from '../../texts/screens/analytics';
import { labels } from '../../texts/labels';
import { count, percent, signed } from '../../texts/amounts';
import { duration } from '../../words/time';
import { comparisonQuery } from './queries';
import type { AnalyticsSearch } from './search';

type Figures = StatsComparison['current'];

const whole = (value: number | null) => (value === null ? texts.unknown : count(value));
const figures = [
  { name: 'published', words: whole },
  { name: 'failed', words: whole },
  { name: 'successRate', words: (share) => (share === null ? texts.unknown : percent(share)) },
  {
    name: 'medianSecondsToPublish',
    words: (seconds) => (seconds === null ? texts.unknown : duration(1000 * seconds)),
  },
  { name: 'creditsUsed', words: whole },
] as const satisfies { name: keyof Figures; words: (value: number | null) => string }[];

/** The figures of these days, beside the figures of as many days before. */
export function Comparison({ search }: { search: AnalyticsSearch }) {
  const { data, error, refetch } = useQuery(comparisonQuery(search));
  const { days = statisticsDaysDefault } = search;
  if (!data)
    return error ? (
      <FaultAlert error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={110} role="status" aria-label={labels.loading} />
    );
  return (
    <section aria-label={texts.comparison(days)}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
        <InPieces>
          {figures.map(({ name, words }) => (
            <Paper key={name} p="sm">
              <Text size="sm" c="dimmed">
                {texts.figures[name]}
              </Text>
              <Text fz={24} fw={600} className="tabular">
                {words(data.current[name])}
              </Text>
              <Group gap={4}>
                <Text size="xs" c="dimmed" className="tabular">
                  {changeWords(data.change[name], words(data.previous[name]))}
                </Text>
              </Group>
            </Paper>
          ))}
        </InPieces>
      </SimpleGrid>
    </section>
  );
}

function changeWords(change: number | null, previous: string): string {
  return change === null ? texts.previously(previous) : texts.changedFrom(signed(change), previous);
}
