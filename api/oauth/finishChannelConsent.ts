import type { TicketError } from '../../domain/ticket';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { ConsentSecrets, openForTicket, sealForTicket } from '../../models/oauth/ticketSecrets';
import type { TicketDeps } from './deps';
import { accountCallback } from '../accounts/accountAddress';
import { isStateOfLogin } from '../accounts/visit';
import { invalid } from '../http/errors';
import { findPlatform } from '../platforms/findPlatform';
import { platformRefusals } from '../platforms/refusals';
import type { TicketPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import { isItsBrowser } from './browserCookie';
import { choiceUrl } from './choiceUrl';
import { endRun } from './endRun';
import { requireTicket } from './findTicket';
import { ConsentAnswer, endOfConsent } from './schema';
import { endOf, refused } from './sendBack';

/**
 * Takes the platform's answer, once, from the browser that opened the ticket, and waits some seconds for the outcome of
 * the ticket's workflow. The result is the browser's next address: the caller's, or the choice between several
 * channels. The answer to a login without a ticket goes on to the page of the account: a platform knows one callback.
 * @throws ApiError 400 for an unknown state; RedirectError when there is no connection
 */
export const finishChannelConsent = defineUseCase({
  name: 'finishChannelConsent',
  action: 'ticket',
  summary: 'For browsers, sent by the platform: connects the channel',
  description: `Where the login speaks for several channels, a page asks which one. ${endOfConsent}`,
  input: ConsentAnswer,
  refuses: platformRefusals,
  run: async (
    { deps, principal: { cookies } }: Context<TicketPrincipal, TicketDeps>,
    { platform: slug, state, code, error },
  ): Promise<string> => {
    const platform = findPlatform(deps, slug);
    if (isStateOfLogin(state))
      return accountCallback(deps.config.baseUrl, platform.slug, { state, ...(code !== undefined && { code }) });
    const ticket = await OAuthTicket.ofState(state);
    if (ticket?.platform !== platform.slug) throw invalid({ state: ['is not known'] });
    if (!isItsBrowser(ticket, { cookies, baseUrl: deps.config.baseUrl })) throw refused(ticket, 'invalid_ticket');
    const hindrance = whyNot(ticket);
    if (hindrance) throw refused(ticket, hindrance);

    if (error === undefined && code !== undefined) await connect(deps, ticket, code);
    else await giveUp(deps, ticket, error);
    const outcome = await requireTicket(ticket.id);
    return outcome.status === 'choosing' ? choiceUrl(deps.config.baseUrl, outcome) : endOf(outcome);
  },
});

async function connect(
  deps: TicketDeps,
  { id, sealed: sealedConsent, ...ticket }: Ticket,
  code: string,
): Promise<void> {
  const consent = openForTicket(deps.secrets, id, sealedConsent, ConsentSecrets);
  const sealed = sealForTicket(deps.secrets, id, { ...consent, code });
  if (!(await OAuthTicket.move(id, { from: 'consumed', to: 'granted', sealed })))
    throw refused(ticket, 'invalid_ticket');
  await deps.completeTicket(id);
  // A ticket that the workflow has not ended by now fails. The workflow does not act on a failed ticket.
  await OAuthTicket.fail(id, 'platform_error', ['granted', 'exchanging', 'exchanged']);
}

/** The platform has sent no code, but a reason (RFC 6749 §4.1.2.1). */
async function giveUp(deps: TicketDeps, ticket: Ticket, error: string | undefined): Promise<void> {
  const reason = error === 'access_denied' ? 'access_denied' : 'platform_error';
  if (!(await OAuthTicket.fail(ticket.id, reason, ['consumed']))) throw refused(ticket, 'invalid_ticket');
  await endRun(deps, ticket);
}

function whyNot({ status, leftMs }: Ticket): TicketError | undefined {
  if (status === 'expired') return 'ticket_expired';
  if (status !== 'consumed') return 'invalid_ticket';
  return leftMs > 0 ? undefined : 'ticket_expired';
}
