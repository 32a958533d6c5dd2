import { queryOptions } from '@tanstack/react-query';
import type { WebhookDeliveryDetail } from '../../../api/webhooks/schema';
import { get } from '../../http/request';
import { isOnItsWay, movingMs, restingMs } from '../../resources/deliveries/queries';

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: async ({ signal }) => get<WebhookDeliveryDetail>(`/console/webhooks/deliveries/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? movingMs : restingMs),
  });
