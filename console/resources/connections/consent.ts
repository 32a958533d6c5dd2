import { queryOptions } from '@tanstack/react-query';
import type { ConnectUrl, TicketProgress } from '../../../api/oauth/consoleSchema';
import { get, post } from '../../http/request';
import { ownPlace } from '../../session/session';

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
