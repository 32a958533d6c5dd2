import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleConnectionList, TokenState, UpdatedConnection } from '../../api/connections/schema';
import type { ConnectUrl, TicketProgress } from '../../api/oauth/consoleSchema';
import { connectionPageSizeMax } from '../../domain/limits';
import { get, patch, post, remove } from '../http/request';
import { ownPlace } from '../session/session';

export type ConnectionRow = ConsoleConnectionList['items'][number];

const restingMs = 60_000;
/** So long before its end an access needs attention. */
const warnedMs = 14 * 86_400_000;

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

/** Begins a consent. @param connectionId of a channel that is to be connected anew */
export async function openConsent(platform: string, connectionId?: string): Promise<ConnectUrl> {
  const opened = await post<ConnectUrl>('/console/oauth/connect-url', {
    platform,
    ...(connectionId !== undefined && { connectionId }),
  });
  sessionStorage.setItem(consentPlace(), opened.ticketId);
  return opened;
}

/** Where this tab keeps the ticket of the consent that it began last. */
function consentPlace(): string {
  return ownPlace('consent');
}

/**
 * How the consent has ended that this tab began last; null if it began none. The address of the way back says it, too, but
 * a stranger may have written that.
 */
export const consentQuery = queryOptions({
  queryKey: ['consent'],
  queryFn: async ({ signal }) => {
    const ticketId = sessionStorage.getItem(consentPlace());
    return ticketId === null ? null : get<TicketProgress>(`/console/oauth/status/${ticketId}`, { signal });
  },
});

export async function setActive(id: string, isActive: boolean): Promise<void> {
  await patch<UpdatedConnection>(`/console/connections/${id}`, { isActive });
}

export async function refreshAccess(id: string): Promise<TokenState> {
  return post<TokenState>(`/console/connections/${id}/refresh-token`);
}

export async function removeConnection(id: string): Promise<void> {
  return remove(`/console/connections/${id}`);
}

export async function refreshConnections(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['connections'] });
}

/** The channels whose name, handle or platform has these words, those that need somebody first. Pure. */
export function chosenOf(connections: readonly ConnectionRow[], search: string): ConnectionRow[] {
  const words = search.trim().toLowerCase();
  const fitting = connections.filter(({ name, platform, metadata }) =>
    [name, platform, metadata.handle ?? ''].some((text) => text.toLowerCase().includes(words)),
  );
  return [...fitting.filter(needsAttention), ...fitting.filter((one) => !needsAttention(one))];
}

/** Tells whether nothing can be published to it, or soon nothing can be, before somebody acts. */
export function needsAttention(connection: ConnectionRow): boolean {
  return !connection.isActive || connection.tokenStatus !== 'valid' || endsSoon(connection);
}

/** Tells whether these are the last days of an access that has to be given again. */
export function endsSoon({ tokenStatus, accessEndsAt }: ConnectionRow): boolean {
  return tokenStatus === 'valid' && accessEndsAt !== null && Date.parse(accessEndsAt) - Date.now() < warnedMs;
}
