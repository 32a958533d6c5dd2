import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '../../../api/webhooks/schema';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { texts } from '../../texts/deliveries';
import { isOnItsWay, refreshDeliveries } from './queries';

interface Props {
  delivery: Pick<WebhookDelivery, 'id' | 'status'>;
  /** Tells several of these buttons apart. */
  of: string;
}

/** Begins a new round of attempts. While one is under way the API begins no other: then it says so in its place. */
export function RedeliverButton({ delivery, of }: Props) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: async () => api.redeliverWebhook({ deliveryId: delivery.id }),
    onSuccess: async () => {
      announce(texts.redelivered);
      await refreshDeliveries(queries);
    },
    onError: announceFault,
  });
  if (isOnItsWay(delivery))
    return (
      <Text size="xs" c="dimmed">
        {texts.isUnderWay}
      </Text>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.redeliverNamed(of)}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {texts.redeliver}
    </Button>
  );
}
