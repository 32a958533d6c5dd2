import { queryOptions } from '@tanstack/react-query';
import type { FeatureName } from '../../../domain/consent/feature';
import type { PlatformSlug } from '../../../domain/platform';
import type { Answer } from '../../http/Api';
import { api, keyOf } from '../../http/client';
import { ownPlace } from '../../session/session';

interface ConsentWanted {
  platform: PlatformSlug;
  /** The features to ask for. A channel that is connected again is asked for the features that it has, too. */
  features?: readonly FeatureName[];
  /** The channel that is to be connected again. */
  connectionId?: string;
}

/** Begins a consent. */
export async function openConsent({ features = [], ...wanted }: ConsentWanted): Promise<Answer<'createConnectUrl'>> {
  const opened = await api.createConnectUrl({ ...wanted, features: [...features] });
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
