import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { connectionPageSizeMax } from '../../../domain/limits';
import type { Answer } from '../../http/Api';
import { api, keyOf, readAnew } from '../../http/client';

export type ConnectionRow = Answer<'listConnections'>['items'][number];

const restingMs = 60_000;

/** All channels of the organization, inactive ones too. */
export const connectionsQuery = queryOptions({
  queryKey: keyOf('listConnections'),
  queryFn: async ({ signal }) => {
    const { items, total } = await readPage(1, signal);
    const others = await Promise.all(pagesAfterFirst(total).map(async (page) => readPage(page, signal)));
    // A channel that is connected meanwhile moves the pages: a channel on two of them is listed once.
    const all = new Map([...items, ...others.flatMap((page) => page.items)].map((one) => [one.id, one]));
    return { items: [...all.values()], total: all.size };
  },
  refetchInterval: restingMs,
});

async function readPage(page: number, signal: AbortSignal): Promise<Answer<'listConnections'>> {
  return api.listConnections({ includeInactive: true, limit: connectionPageSizeMax, page }, { signal });
}

function pagesAfterFirst(total: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil(total / connectionPageSizeMax) - 1) }, (_none, index) => index + 2);
}

/** After a change of a channel: all channels are read again. */
export async function refreshConnections(queries: QueryClient): Promise<void> {
  await readAnew(queries, ['listConnections']);
}
