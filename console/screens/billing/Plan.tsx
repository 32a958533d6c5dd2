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
import { credits } from '../../words/amounts';
import { subscriptionWords } from '../../words/ledger';
import { PlanCards } from './PlanCards';
import { useLeaving } from './useLeaving';

/** The plan: what it gives, how it is paid, and another one. */
export function Plan() {
  const query = useQuery(financeQuery);
  return (
    <Section id="plan" title="Plan">
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
        <Alert role="alert" color="red" variant="outline" title="The last invoice is not paid">
          <Text size="sm">Open the payment page below, and give another card: the invoice is then tried again.</Text>
        </Alert>
      )}
      <Group gap="xs">
        <Badge color={color}>{label}</Badge>
        <Text size="sm" className="tabular">
          {credits(purchasedCredits)} bought and left, {credits(held)} held for posts that have not ended
        </Text>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {paymentMethod === null ? 'No card is kept.' : `Paid with ${paymentMethod}.`}{' '}
        {nextInvoiceAt !== null && (
          <>
            The next invoice comes <RelativeTime at={nextInvoiceAt} />.
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
        Cards, invoices and subscription
      </Button>
      {isUnused && (
        <Text size="sm" role="status">
          There is no such page yet: it is made when you first pay for something.
        </Text>
      )}
      {error && !isUnused && <FaultAlert error={error} />}
    </Stack>
  );
}
