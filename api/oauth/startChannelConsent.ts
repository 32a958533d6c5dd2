import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { sealForTicket } from '../../models/oauth/ticketSecrets';
import type { TicketError } from '../../domain/ticket';
import type { TicketPrincipal } from '../auth/Principal';
import { TicketId } from '../http/ids';
import { findPlatform } from '../platforms/findPlatform';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import { browserCookie, knownBrowser } from './browserCookie';
import { requireTicket } from './findTicket';
import { endOfConsent } from './schema';
import { refused } from './sendBack';

export interface SentToPlatform {
  /** The platform's consent page. */
  location: string;
  /** The value of `Set-Cookie`. */
  cookie: string;
}

/**
 * Uses a ticket up: the first browser that opens the ticket is sent to the platform. From then on only this browser can
 * bring the platform's answer (contract.md §4).
 * @throws ApiError 400 for an unknown ticket; RedirectError for a ticket that cannot be used
 */
export const startChannelConsent = defineUseCase({
  name: 'startChannelConsent',
  action: 'ticket',
  summary: 'For browsers: on to the consent page of the platform',
  description: `Uses the ticket up. A ticket that cannot be used sends the browser back. ${endOfConsent}`,
  input: z.object({ platform: PlatformName, ticket: TicketId.meta({ description: 'Of the `authUrl`' }) }),
  refuses: platformRefusals,
  run: async (
    { deps, principal: { cookies } }: Context<TicketPrincipal>,
    { platform: slug, ticket: ticketId },
  ): Promise<SentToPlatform> => {
    const platform = findPlatform(deps, slug);
    const ticket = await requireTicket(ticketId);
    if (ticket.platform !== platform.slug) throw refused(ticket, 'invalid_ticket');
    if (ticket.status !== 'pending' || ticket.leftMs <= 0) throw refused(ticket, whyNot(ticket));

    const { baseUrl } = deps.config;
    const redirectUri = `${baseUrl}/api/v1/oauth/${platform.slug}/callback`;
    const browser = knownBrowser({ cookies, baseUrl }) ?? newSecret();
    const [state, codeVerifier] = [newSecret(), newSecret()];
    const { features } = ticket;
    const sealed = sealForTicket(deps.secrets, ticketId, { redirectUri, codeVerifier, features });
    if (!(await OAuthTicket.consume(ticketId, { state, browser, sealed }))) throw refused(ticket, 'invalid_ticket');
    return {
      location: platform.oauth.consentUrl({ state, redirectUri, codeVerifier, features }).href,
      cookie: browserCookie(browser, baseUrl),
    };
  },
});

/** The error of a ticket that cannot be used. An opened ticket is used in every later state (contract.md §13). */
function whyNot({ stateHash }: Ticket): TicketError {
  return stateHash === null ? 'ticket_expired' : 'invalid_ticket';
}

/** 256 bits; also a PKCE verifier of 43 characters (RFC 7636 §4.1). */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
