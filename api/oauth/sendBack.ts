import { isEndedTicket } from '../../domain/ticket';
import type { TicketError } from '../../domain/ticket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { RedirectError } from '../http/errors';

/** The browser goes back to the caller and tells that there is no connection. */
export function refused(
  { redirectUrl }: Pick<Ticket, 'redirectUrl'>,
  error: TicketError,
  reason: string | null = null,
): RedirectError {
  const description = reason === null ? {} : { error_description: reason };
  return new RedirectError(withParameters(redirectUrl, { status: 'error', error, ...description }));
}

/**
 * The address to which the browser goes when a ticket has ended.
 * @throws RedirectError for an end without a connection, and `invalid_ticket` for a ticket that has not ended
 */
export function endOf(ticket: Ticket): string {
  const { status, error, reason, connectedId, missing, redirectUrl } = ticket;
  if (!isEndedTicket(status)) throw refused(ticket, 'invalid_ticket');
  if (status !== 'completed') throw refused(ticket, error ?? 'platform_error', reason);
  if (connectedId === null) throw refused(ticket, 'invalid_ticket');
  const without = missing.length === 0 ? {} : { missing: missing.join(',') };
  return withParameters(redirectUrl, { status: 'success', connectionId: connectedId, ...without });
}

/**
 * The caller's URL with parameters after its own; otherwise it stays as it was given. A host that no header can carry is
 * sent in its ASCII form, the rest of such characters percent-encoded (contract.md §13).
 */
function withParameters(url: string, parameters: Record<string, string>): string {
  const [address = '', ...fragments] = url.split('#');
  const query = new URLSearchParams(parameters).toString();
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const fragment = fragments.length > 0 ? `#${fragments.join('#')}` : '';
  const inAscii = address.replace(/^(https?:\/\/)([^/?]+)/i, (_match, scheme: string, host: string) =>
    isAscii(host) ? `${scheme}${host}` : `${scheme}${new URL(url).host}`,
  );
  return `${inAscii}${separator}${query}${fragment}`.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
