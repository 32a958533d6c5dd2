import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';
import { isOnItsWay, movingMs, restingMs } from '../../resources/deliveries/queries';

export const deliveryQuery = (deliveryId: string) =>
  queryOptions({
    ...query('getWebhookDelivery', { deliveryId }),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? movingMs : restingMs),
  });
