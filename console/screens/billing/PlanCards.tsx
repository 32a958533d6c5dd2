import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FinanceState, Pricing } from '../../../api/billing/schema';
import { FaultAlert } from '../../parts/FaultAlert';
import { ListFrame } from '../../parts/list/ListFrame';
import { openCheckout, openPortal } from '../../resources/billing/payments';
import { texts } from '../../texts/screens/billing';
import { money } from '../../texts/amounts';
import { pricingQuery } from './queries';
import { useLeaving } from './useLeaving';
import { wayTo } from './wayTo';

/** All plans side by side, the present one marked. */
export function PlanCards({ finance }: { finance: FinanceState }) {
  const query = useQuery(pricingQuery);
  return (
    <ListFrame
      query={query}
      isEmpty={({ plans }) => plans.length === 0}
      empty={{ title: texts.plans.emptyTitle, description: texts.plans.emptyAdvice }}
    >
      {({ plans }) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {plans.map((plan) => (
              <PlanCard key={plan.plan} plan={plan} finance={finance} />
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {texts.plans.total(plans.length)}
          </Text>
        </>
      )}
    </ListFrame>
  );
}

interface Props {
  plan: Pricing['plans'][number];
  finance: FinanceState;
}

function PlanCard({ plan: { plan, planName, monthlyCredits, priceCents, currency }, finance }: Props) {
  const isPresent = plan === finance.plan;
  const way = wayTo(plan, finance);
  const { leave, error, isLeaving } = useLeaving(async () =>
    way?.by === 'checkout' ? openCheckout({ plan: way.plan }) : openPortal(),
  );
  const words = way?.by === 'portal' ? texts.plans.switch : isPresent ? texts.plans.resubscribe : texts.plans.choose;
  return (
    <Paper p="sm" component="article" aria-labelledby={`plan-${plan}`}>
      <Stack gap="xs" h="100%" justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={3} fz="md" id={`plan-${plan}`}>
              {planName}
            </Title>
            {isPresent && <Badge color="teal">{texts.plans.current}</Badge>}
          </Group>
          <Text size="sm" className="tabular">
            {texts.plans.perCycle(monthlyCredits)}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {texts.plans.perMonth(money(priceCents, currency))}
          </Text>
        </div>
        {way && (
          <Button
            size="xs"
            variant="default"
            aria-label={words.name(planName)}
            loading={isLeaving}
            onClick={() => leave()}
          >
            {words.label}
          </Button>
        )}
        {error && <FaultAlert error={error} />}
      </Stack>
    </Paper>
  );
}
