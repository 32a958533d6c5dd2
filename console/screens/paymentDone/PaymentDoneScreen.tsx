import { Alert, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BillingStatus, FinanceState } from '../../../api/billing/schema';
import { plans } from '../../../domain/credits';
import type { PlanId } from '../../../domain/credits';
import { keyOf } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { ButtonLink } from '../../parts/links';
import { Screen } from '../../parts/Screen';
import { lastPurchase } from '../../resources/billing/payments';
import { financeQuery, statusQuery } from '../../resources/billing/queries';
import { texts } from '../../texts/screens/paymentDone';
import type { PaymentLanding } from './search';

const route = getRouteApi('/shell/billing/done');
const askedEveryMs = 1_500;
const lateEveryMs = 30_000;
/** A card is booked within seconds; beyond this it is a bank that pays later. */
const patienceMs = 30_000;

/** The page to which the browser returns after a payment: it says whether the payment is booked. */
export function PaymentDoneScreen() {
  const landing = route.useSearch();
  if (landing.status !== 'paid')
    return (
      <Screen title={texts.leftTitle}>
        <Alert role="status" color="gray" variant="outline" icon={<CircleX aria-hidden />}>
          <Text size="sm">{texts.left}</Text>
        </Alert>
        <BackToBilling />
      </Screen>
    );
  return <Paid landing={landing} />;
}

function Paid({ landing }: { landing: PaymentLanding }) {
  const isLate = useIsLate();
  const { booked, error, refetch } = useBooked(landing, isLate);
  if (booked !== null)
    return (
      <Screen title={texts.paidTitle}>
        <Alert role="status" color="teal" variant="outline" icon={<CircleCheck aria-hidden />}>
          <Text size="sm">{booked}</Text>
        </Alert>
        <BackToBilling />
      </Screen>
    );
  return (
    <Screen title={texts.pendingTitle}>
      <Group role="status" gap="sm" wrap="nowrap">
        {!isLate && <Loader size="sm" aria-hidden />}
        <Text size="sm">{isLate ? texts.late : texts.pending}</Text>
      </Group>
      {error && <FaultAlert error={error} onRetry={refetch} />}
      <BackToBilling />
    </Screen>
  );
}

function BackToBilling() {
  return (
    <Group>
      <ButtonLink to="/billing">{texts.backToBilling}</ButtonLink>
    </Group>
  );
}

/** The booking in words; null until there is a booking. */
function useBooked({ plan, after }: PaymentLanding, isLate: boolean) {
  const intervalMs = isLate ? lateEveryMs : askedEveryMs;
  const purchase = useQuery({
    queryKey: [...keyOf('searchTransactions'), 'purchase', after],
    queryFn: async ({ signal }) => lastPurchase({ signal }),
    enabled: plan === undefined && after !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.id !== after ? false : intervalMs),
  });
  // The plan may be the present plan already: it was cancelled, or given. Its payment shows in the finances.
  const finances = useQuery({
    ...financeQuery,
    enabled: plan !== undefined,
    refetchInterval: ({ state }) => (isPaidFor(state.data, plan) ? false : intervalMs),
  });
  const isPaid = isPaidFor(finances.data, plan);
  const status = useQuery({ ...statusQuery, enabled: isPaid, staleTime: 0 });
  const bought = purchase.data && purchase.data.id !== after ? purchase.data : null;
  const booked = bought
    ? texts.creditsAdded(bought.credits, bought.balanceAfter)
    : plan !== undefined && isPaid && status.data
      ? planText(plan, status.data)
      : null;
  const asked = plan === undefined ? purchase : finances.error ? finances : status;
  return { booked, error: asked.error, refetch: () => void asked.refetch() };
}

function isPaidFor(finances: FinanceState | undefined, plan: PlanId | undefined): boolean {
  return finances?.status === 'active' && finances.subscription?.plan === plan;
}

/** A lower plan counts from the next cycle. */
function planText(plan: PlanId, { plan: present, planName, monthlyCredits }: BillingStatus): string {
  if (present !== plan) return texts.planChangesLater(plans[plan].name, planName);
  return texts.planChanged(planName, monthlyCredits);
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
