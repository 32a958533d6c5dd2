import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { boughtCredits } from '../../../domain/credits';
import { FaultAlert } from '../../parts/FaultAlert';
import { openCheckout } from '../../resources/billing/payments';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { money } from '../../texts/amounts';
import { quoteQuery, usualCredits } from './queries';
import { useLeaving } from './useLeaving';

const settledMs = 300;
const { min, max } = boughtCredits;

/** Credits beside the plan: their number, their price, and the way to the payment. */
export function BuyCredits() {
  const [wanted, setWanted] = useState<number | null>(usualCredits);
  const [settled] = useDebouncedValue(wanted, settledMs);
  const isPossible = (amount: number | null): amount is number => amount !== null && amount >= min && amount <= max;
  const quote = useQuery({ ...quoteQuery(settled ?? 0), enabled: isPossible(settled) });
  const { leave, error, isLeaving } = useLeaving(async (amount: number) => openCheckout({ credits: amount }));
  const price = quote.data?.credits === wanted ? quote.data : undefined;
  return (
    <Paper component="section" aria-labelledby="buy">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isPossible(wanted)) leave(wanted);
        }}
      >
        <Stack gap="sm">
          <Title order={2} id="buy">
            {texts.buy.title}
          </Title>
          <Text size="sm">{texts.buy.description}</Text>
          <Group align="flex-end">
            <NumberInput
              label={labels.credits}
              required
              w={160}
              min={min}
              max={max}
              step={min}
              clampBehavior="none"
              allowDecimal={false}
              thousandSeparator=","
              value={wanted ?? ''}
              onChange={(next) => setWanted(next === '' ? null : Number(next))}
            />
            <Button type="submit" disabled={!isPossible(wanted)} loading={isLeaving}>
              {price ? texts.buy.payAmount(money(price.amountCents, price.currency)) : texts.buy.pay}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" className="tabular" aria-live="polite">
            {isPossible(wanted)
              ? price && texts.buy.price(wanted, money(price.unitPriceCents, price.currency))
              : texts.buy.range(min, max)}
          </Text>
          {quote.isError && <FaultAlert error={quote.error} onRetry={() => void quote.refetch()} />}
          {error && <FaultAlert error={error} />}
        </Stack>
      </form>
    </Paper>
  );
}
