import { timingSafeEqual } from 'node:crypto';
import type { PlatformSlug } from '../../domain/platform';
import { ticketConsentMinutes } from '../../domain/ticket';
import { hashOf } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { cookieValue, setCookie } from '../http/cookie';
import { pathOf } from '../http/pathOf';

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
  return setCookie({
    name: nameOf(ticketId),
    value: secret,
    baseUrl,
    path: `${pathOf({ baseUrl })}/api/v1/oauth/${platform}`,
    maxAgeSeconds: ticketConsentMinutes * 60,
    sameSite: 'Lax',
  });
}

/** Tells whether this `Cookie` header comes from the browser that opened the ticket. */
export function isItsBrowser({ id, browserHash }: Ticket, cookies?: string): boolean {
  const secret = cookieValue(nameOf(id), cookies);
  if (secret === undefined || browserHash === null) return false;
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(browserHash));
}

/** The name of a ticket's own cookie, so that a browser can have two open tickets. */
function nameOf(ticketId: string): string {
  return `ticket_${ticketId}`;
}
