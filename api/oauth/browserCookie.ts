import { timingSafeEqual } from 'node:crypto';
import type { PlatformSlug } from '../../domain/platform';
import { ticketConsentMinutes } from '../../domain/ticket';
import { hashOf } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';

interface CookieOptions {
  ticketId: string;
  platform: PlatformSlug;
  baseUrl: string;
}

/**
 * The `Set-Cookie` that ties a ticket to the browser that opened it: readable by no script, sent to the routes of this
 * platform alone, and also when the platform sends the browser back, which `Lax` permits (RFC 6265bis).
 */
export function browserCookie(secret: string, { ticketId, platform, baseUrl }: CookieOptions): string {
  const { protocol, pathname } = new URL(baseUrl);
  return [
    `${nameOf(ticketId)}=${secret}`,
    `Path=${pathname.replace(/\/$/, '')}/api/v1/oauth/${platform}`,
    `Max-Age=${ticketConsentMinutes * 60}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}

/** Tells whether this `Cookie` header comes from the browser that opened the ticket. */
export function isItsBrowser({ id, browserHash }: Ticket, cookies = ''): boolean {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${nameOf(id)}=`));
  if (pair === undefined || browserHash === null) return false;
  const given = hashOf(pair.slice(nameOf(id).length + 1));
  return timingSafeEqual(Buffer.from(given), Buffer.from(browserHash));
}

/** The name of a ticket's own cookie, so that a browser can have two open tickets. */
function nameOf(ticketId: string): string {
  return `ticket_${ticketId}`;
}
