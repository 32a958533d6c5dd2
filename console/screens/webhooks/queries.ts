import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';
import { isOnItsWay, movingMs, restingMs } from '../../resources/deliveries/queries';
import type { DeliverySearch } from './search';

const pageSize = 20;

export const deliveriesQuery = (search: DeliverySearch) =>
  queryOptions({
    ...query('listWebhookDeliveries', { ...search, limit: pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isOnItsWay) ? movingMs : restingMs),
  });
