import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleConnectionList } from '../../../api/connections/schema';
import { connectionPageSizeMax } from '../../../domain/limits';
import { get } from '../../http/request';

export type ConnectionRow = ConsoleConnectionList['items'][number];

const restingMs = 60_000;

/** All channels of the organization, inactive ones too. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) => {
    const { items, total } = await readPage(1, signal);
    const others = await Promise.all(pagesAfterFirst(total).map(async (page) => readPage(page, signal)));
    // A channel that is connected meanwhile moves the pages: a channel on two of them is listed once.
    const all = new Map([...items, ...others.flatMap((page) => page.items)].map((one) => [one.id, one]));
    return { items: [...all.values()], total: all.size };
  },
  refetchInterval: restingMs,
});

async function readPage(page: number, signal: AbortSignal): Promise<ConsoleConnectionList> {
  const query = { includeInactive: true, limit: connectionPageSizeMax, page };
  return get<ConsoleConnectionList>('/console/connections', { query, signal });
}

function pagesAfterFirst(total: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil(total / connectionPageSizeMax) - 1) }, (_none, index) => index + 2);
}

/** After a change of a channel: all channels are read again. */
export async function refreshConnections(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['connections'] });
}
