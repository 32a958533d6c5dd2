import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FinanceState } from '../../../api/billing/schema';
import { ApiFault } from '../../http/ApiFault';
import { FaultAlert } from '../../parts/FaultAlert';
import { ListFrame } from '../../parts/list/ListFrame';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { openPortal } from '../../resources/billing/payments';
import { financeQuery } from '../../resources/billing/queries';
import { texts } from '../../texts/screens/billing';
import { subscriptionWords } from '../../words/ledger';
import { PlanCards } from './PlanCards';
import { useLeaving } from './useLeaving';

/** The plan: its content, its payment, and the other plans. */
export function Plan() {
  const query = useQuery(financeQuery);
  return (
    <Section id="plan" title={texts.plan.title}>
      <ListFrame query={query} isEmpty={() => false} empty={{ title: '', description: '' }}>
        {(finance) => (
          <>
            <Paid finance={finance} />
            <PlanCards finance={finance} />
            <Portal />
          </>
        )}
      </ListFrame>
    </Section>
  );
}

function Paid({
  finance: { status, held, purchasedCredits, paymentMethod, nextInvoiceAt },
}: {
  finance: FinanceState;
}) {
  const { label, color } = subscriptionWords[status];
  return (
    <>
      {status === 'past_due' && (
        <Alert role="alert" color="red" variant="outline" title={texts.plan.unpaidTitle}>
          <Text size="sm">{texts.plan.unpaidAdvice}</Text>
        </Alert>
      )}
      <Group gap="xs">
        <Badge color={color}>{label}</Badge>
        <Text size="sm" className="tabular">
          {texts.plan.left(purchasedCredits, held)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {paymentMethod === null ? texts.plan.noCard : texts.plan.paidWith(paymentMethod)}{' '}
        {nextInvoiceAt !== null && (
          <>
            {texts.plan.nextInvoice} <RelativeTime at={nextInvoiceAt} />.
          </>
        )}
      </Text>
    </>
  );
}

/** Leads to the provider's page, if anything was ever bought. */
function Portal() {
  const { leave, error, isLeaving } = useLeaving(openPortal);
  const isUnused = error instanceof ApiFault && error.status === 409;
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={isLeaving} onClick={() => leave()}>
        {texts.plan.manage}
      </Button>
      {isUnused && (
        <Text size="sm" role="status">
          {texts.plan.nothingToManage}
        </Text>
      )}
      {error && !isUnused && <FaultAlert error={error} />}
    </Stack>
  );
}
