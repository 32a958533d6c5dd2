import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ConsoleDeliveryList, WebhookTested } from '../../../api/webhooks/schema';
import { get, post } from '../../http/request';
import { isOnItsWay, movingMs, restingMs } from '../../resources/deliveries/queries';
import type { DeliverySearch } from './search';

const pageSize = 20;

export const deliveriesQuery = (search: DeliverySearch) =>
  queryOptions({
    queryKey: ['deliveries', search],
    queryFn: async ({ signal }) =>
      get<ConsoleDeliveryList>('/console/webhooks/deliveries', {
        query: { ...search, limit: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isOnItsWay) ? movingMs : restingMs),
  });

export async function sendTest(url: string): Promise<WebhookTested> {
  return post<WebhookTested>('/console/webhooks/test', { url });
}
