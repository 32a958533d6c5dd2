import { queryOptions } from '@tanstack/react-query';
import type { PlatformSlug } from '../../../domain/platform';
import type { Answer } from '../../http/Api';
import { api, keyOf } from '../../http/client';
import { ownPlace } from '../../session/session';

/** Begins a consent. @param connectionId of a channel that is to be connected again */
export async function openConsent(platform: PlatformSlug, connectionId?: string): Promise<Answer<'createConnectUrl'>> {
  const opened = await api.createConnectUrl({ platform, ...(connectionId !== undefined && { connectionId }) });
  sessionStorage.setItem(consentPlace(), opened.ticketId);
  return opened;
}

/** The place where this tab keeps the ticket of the consent that it began last. */
function consentPlace(): string {
  return ownPlace('consent');
}

/**
 * The outcome of the consent that this tab began last; null: it began no consent. The return address has the outcome,
 * too, but a stranger may have written that address.
 */
export const consentQuery = queryOptions({
  queryKey: keyOf('getTicketStatus'),
  queryFn: async ({ signal }) => {
    const ticketId = sessionStorage.getItem(consentPlace());
    return ticketId === null ? null : api.getTicketStatus({ ticketId }, { signal });
  },
});
