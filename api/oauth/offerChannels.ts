import { z } from 'zod';
import { OfferSecrets, openForTicket } from '../../models/oauth/ticketSecrets';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import type { OfferedChannel, Platform } from '../../platforms/Platform';
import type { TicketPrincipal } from '../auth/Principal';
import { RedirectError } from '../http/errors';
import { TicketId } from '../http/ids';
import { findPlatform } from '../platforms/findPlatform';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import { isItsBrowser } from './browserCookie';
import { requireTicket } from './findTicket';
import { endOfConsent } from './schema';
import { endOf, refused } from './sendBack';

export interface Choice {
  platform: Platform;
  ticket: Ticket;
  offers: OfferedChannel[];
}

const OfferInput = z.object({ platform: PlatformName, ticket: TicketId.meta({ description: 'Of the `authUrl`' }) });

/** The channels between which the owner chooses. */
export const offerChannels = defineUseCase({
  name: 'offerChannels',
  action: 'ticket',
  summary: 'For browsers: the page on which one of several channels is chosen',
  description: `Where there is nothing to choose, the browser is sent on. ${endOfConsent}`,
  input: OfferInput,
  refuses: platformRefusals,
  run: findOffers,
});

/**
 * @throws ApiError 404 for an unknown platform, 400 for an unknown ticket; RedirectError where there is nothing to choose (any
 *   more): a ticket that has ended sends the browser where its end does
 */
export async function findOffers(
  { deps, principal: { cookies } }: Context<TicketPrincipal>,
  { platform: slug, ticket: ticketId }: z.output<typeof OfferInput>,
): Promise<Choice> {
  const platform = findPlatform(deps, slug);
  const ticket = await requireTicket(ticketId);
  const isIts = isItsBrowser(ticket, { cookies, baseUrl: deps.config.baseUrl });
  if (ticket.platform !== platform.slug || !isIts) throw refused(ticket, 'invalid_ticket');
  if (ticket.status !== 'choosing') throw new RedirectError(endOf(ticket));
  if (ticket.leftMs <= 0) throw refused(ticket, 'ticket_expired');
  return { platform, ticket, offers: openForTicket(deps.secrets, ticketId, ticket.sealed, OfferSecrets) };
}
