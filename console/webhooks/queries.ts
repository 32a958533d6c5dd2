import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type {
  ConsoleDeliveryList,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookTested,
} from '../../api/webhooks/schema';
import { get, post } from '../http/request';
import type { DeliverySearch } from './search';

const pageSize = 20;
/** While a webhook that is shown is on its way, it is read again this often. */
export const movingMs = 3_000;
const restingMs = 30_000;

export function isOnItsWay({ status }: Pick<WebhookDelivery, 'status'>): boolean {
  return status === 'pending';
}

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

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: async ({ signal }) => get<WebhookDeliveryDetail>(`/console/webhooks/deliveries/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? movingMs : restingMs),
  });

/** Sends the same bytes once more, in a new round of attempts. */
export async function redeliver(id: string): Promise<void> {
  await post<WebhookDelivery>(`/console/webhooks/deliveries/${id}/redeliver`);
}

export async function sendTest(url: string): Promise<WebhookTested> {
  return post<WebhookTested>('/console/webhooks/test', { url });
}

export async function refreshDeliveries(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['deliveries'], ['delivery'], ['assignment']].map(async (queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
