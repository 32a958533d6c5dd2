import { isEndedTicket } from '../../domain/ticket';
import type { TicketError } from '../../domain/ticket';
import type { Ticket } from '../../models/OAuthTicket';
import { SentOn } from '../http/errors';

/** The browser goes back to the caller and tells that there is no connection. */
export function refused({ redirectUrl }: Pick<Ticket, 'redirectUrl'>, error: TicketError): SentOn {
  return new SentOn(withParameters(redirectUrl, { status: 'error', error }));
}

/**
 * Where the end of a ticket sends the browser.
 * @throws SentOn for an end without a connection, and `invalid_ticket` for a ticket that has not ended
 */
export function endOf(ticket: Ticket): string {
  const { status, error, connectedId, redirectUrl } = ticket;
  if (!isEndedTicket(status)) throw refused(ticket, 'invalid_ticket');
  if (status !== 'completed') throw refused(ticket, error ?? 'platform_error');
  if (connectedId === null) throw refused(ticket, 'invalid_ticket');
  return withParameters(redirectUrl, { status: 'success', connectionId: connectedId });
}

/**
 * The caller's URL with parameters after its own; otherwise it stays as it was given. What no header can carry is
 * percent-encoded.
 */
function withParameters(url: string, parameters: Record<string, string>): string {
  const [address = '', ...fragments] = url.split('#');
  const query = new URLSearchParams(parameters).toString();
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const fragment = fragments.length > 0 ? `#${fragments.join('#')}` : '';
  return `${address}${separator}${query}${fragment}`.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
