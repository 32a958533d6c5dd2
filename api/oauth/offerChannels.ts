import { HeldOffers, openHeld } from '../../models/ticketSecrets';
import type { Ticket } from '../../models/OAuthTicket';
import type { OfferedChannel, Platform } from '../../platforms/Platform';
import type { Context } from '../http/defineRoute';
import { SentOn } from '../http/errors';
import { isItsBrowser } from './browserCookie';
import { requirePlatform, requireTicket } from './findTicket';
import { endOf, refused } from './sendBack';

export interface Choice {
  platform: Platform;
  ticket: Ticket;
  offers: OfferedChannel[];
}

/**
 * The channels between which the owner chooses.
 * @throws ApiError 404 for an unknown platform, 400 for an unknown ticket; SentOn where there is nothing to choose (any
 *   more): a ticket that has ended sends the browser where its end does
 */
export async function offerChannels(
  { deps }: Context,
  slug: string,
  ticketId: string,
  cookies: string | undefined,
): Promise<Choice> {
  const platform = requirePlatform(deps, slug);
  const ticket = await requireTicket(ticketId);
  if (ticket.platform !== platform.slug || !isItsBrowser(ticket, cookies)) throw refused(ticket, 'invalid_ticket');
  if (ticket.status !== 'choosing') throw new SentOn(endOf(ticket));
  if (ticket.leftMs <= 0) throw refused(ticket, 'ticket_expired');
  return { platform, ticket, offers: openHeld(deps.secrets, ticketId, ticket.held, HeldOffers) };
}
