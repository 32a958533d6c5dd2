import type { TicketError } from '../../domain/ticket';
import { failpoint } from '../../lib/failpoint';
import { OAuthTicket } from '../../models/OAuthTicket';
import type { Ticket } from '../../models/OAuthTicket';
import { HeldConsent, openHeld, sealForTicket } from '../../models/ticketSecrets';
import type { AppDeps } from '../deps';
import type { Context } from '../http/defineRoute';
import { invalid } from '../http/errors';
import { isItsBrowser } from './browserCookie';
import { choiceUrl } from './choiceUrl';
import { endRun } from './endRun';
import { requirePlatform, requireTicket } from './findTicket';
import type { ConsentAnswer } from './schema';
import { endOf, refused } from './sendBack';

/**
 * Takes the platform's answer, once, from the browser that opened the ticket, and waits some seconds for what the
 * ticket's workflow makes of it.
 * @returns where the browser goes: back to the caller, or to the choice between several channels
 * @throws ApiError 404 for an unknown platform, 400 for an unknown state; SentOn when there is no connection
 */
export async function finishConsent(
  { deps }: Context,
  slug: string,
  { state, code, error }: ConsentAnswer,
  cookies: string | undefined,
): Promise<string> {
  const platform = requirePlatform(deps, slug);
  const ticket = await OAuthTicket.ofState(state);
  if (ticket?.platform !== platform.slug) throw invalid({ state: ['is not known'] });
  if (!isItsBrowser(ticket, cookies)) throw refused(ticket, 'invalid_ticket');
  const hindrance = whyNot(ticket);
  if (hindrance) throw refused(ticket, hindrance);

  if (error === undefined && code !== undefined) await connect(deps, ticket, code);
  else await giveUp(deps, ticket, error);
  const outcome = await requireTicket(ticket.id);
  return outcome.status === 'choosing' ? choiceUrl(deps.config.baseUrl, outcome) : endOf(outcome);
}

async function connect(deps: AppDeps, { id, held: heldConsent, ...ticket }: Ticket, code: string): Promise<void> {
  const consent = openHeld(deps.secrets, id, heldConsent, HeldConsent);
  const held = sealForTicket(deps.secrets, id, { ...consent, code });
  if (!(await OAuthTicket.move(id, { from: 'consumed', to: 'granted', held }))) throw refused(ticket, 'invalid_ticket');
  failpoint('ticket.granted');
  await deps.completeTicket(id);
  failpoint('ticket.completed');
  // Whatever the workflow does from now on comes too late: the row is not where it looks for it.
  await OAuthTicket.fail(id, 'platform_error', ['granted', 'exchanging', 'exchanged']);
}

/** The platform has sent no code, but a reason (RFC 6749 §4.1.2.1). */
async function giveUp(deps: AppDeps, ticket: Ticket, error: string | undefined): Promise<void> {
  const reason = error === 'access_denied' ? 'access_denied' : 'platform_error';
  if (!(await OAuthTicket.fail(ticket.id, reason, ['consumed']))) throw refused(ticket, 'invalid_ticket');
  failpoint('ticket.givenUp');
  await endRun(deps, ticket.id);
}

function whyNot({ status, leftMs }: Ticket): TicketError | undefined {
  if (status === 'expired') return 'ticket_expired';
  if (status !== 'consumed') return 'invalid_ticket';
  return leftMs > 0 ? undefined : 'ticket_expired';
}
