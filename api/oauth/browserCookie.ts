import { timingSafeEqual } from 'node:crypto';
import { ticketConsentMinutes } from '../../domain/ticket';
import { hashOf } from '../../models/oauth/OAuthTicket';
import type { Ticket } from '../../models/oauth/OAuthTicket';
import { cookieValues, setCookie } from '../http/cookie';
import { pathOf } from '../http/pathOf';

interface Sent {
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  readonly baseUrl: string;
}

const cookieName = 'browser';
const secretForm = /^[\w-]{43}$/;

/**
 * The secret that a browser has from an earlier ticket. All tickets of a browser share one cookie: somebody who sends a
 * browser to ticket after ticket could otherwise fill its headers until every request of it is refused.
 */
export function knownBrowser(sent: Sent): string | undefined {
  return cookieValues(cookieName, sent).find((secret) => secretForm.test(secret));
}

/**
 * The `Set-Cookie` that ties tickets to the browser that opened them: readable by no script, and sent also when the
 * platform sends the browser back, which `Lax` permits (RFC 6265bis).
 */
export function browserCookie(secret: string, baseUrl: string): string {
  return setCookie({
    name: cookieName,
    value: secret,
    baseUrl,
    path: `${pathOf({ baseUrl })}/api/v1/oauth`,
    maxAgeSeconds: ticketConsentMinutes * 60,
    sameSite: 'Lax',
  });
}

/** Tells whether a request comes from the browser that opened the ticket. */
export function isItsBrowser({ browserHash }: Ticket, sent: Sent): boolean {
  const secret = knownBrowser(sent);
  if (secret === undefined || browserHash === null) return false;
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(browserHash));
}
