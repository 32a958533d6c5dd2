import { queryOptions } from '@tanstack/react-query';
import type { PlatformSlug } from '../../../domain/platform';
import type { Answer } from '../../http/Api';
import { api, keyOf } from '../../http/client';
import { ownPlace } from '../../session/session';

/** Begins a consent. @param connectionId of a channel that is to be connected anew */
export async function openConsent(platform: PlatformSlug, connectionId?: string): Promise<Answer<'createConnectUrl'>> {
  const opened = await api.createConnectUrl({ platform, ...(connectionId !== undefined && { connectionId }) });
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
  queryKey: keyOf('getTicketStatus'),
  queryFn: async ({ signal }) => {
    const ticketId = sessionStorage.getItem(consentPlace());
    return ticketId === null ? null : api.getTicketStatus({ ticketId }, { signal });
  },
});
