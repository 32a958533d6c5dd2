import { Paper, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/balance';
import { statusQuery } from './queries';

/** The rest of the workspace's credits, of which a member with a limit may use less, and the day of their renewal. */
export function Balance() {
  const { data, error, refetch } = useQuery(statusQuery);
  if (!data) return error ? <FaultAlert error={error} onRetry={() => void refetch()} /> : <BalanceSkeleton />;
  const { balance, planName, monthlyCredits, creditsUsedThisCycle, cycleResetsAt } = data;
  const share = monthlyCredits === 0 ? 100 : Math.min(100, (100 * creditsUsedThisCycle) / monthlyCredits);
  return (
    <Section id="balance" title={texts.title(balance)} aside={<Text size="sm">{texts.plan(planName)}</Text>}>
      <Progress value={share} aria-label={texts.progress} />
      <Text size="sm" c="dimmed" className="tabular" component="div">
        {texts.used(creditsUsedThisCycle, monthlyCredits)} <RelativeTime at={cycleResetsAt} />.
      </Text>
    </Section>
  );
}

function BalanceSkeleton() {
  return (
    <Paper>
      <Skeleton height={81} role="status" aria-label={labels.loading} />
    </Paper>
  );
}
