import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { SecretsError } from '../../lib/secrets';
import type { Secrets } from '../../lib/secrets';
import { cookieValues, setCookie } from '../http/cookie';
import { pathOf } from '../http/pathOf';

/** A login that is under way at the platform. */
const Login = z.object({
  state: z.string(),
  redirectUri: z.string(),
  codeVerifier: z.string(),
  expiresAtMs: z.number(),
});
export type Login = z.infer<typeof Login>;

/** The owner of an account, after a login at the platform. */
const Visit = z.object({
  account: z.string(),
  /** Stands in the page, and ends the account once (`newDeletionCode`). */
  token: z.string(),
  expiresAtMs: z.number(),
});
export type Visit = z.infer<typeof Visit>;

/** A kind of cookie, with the content that is sealed in it. */
interface CookieKind<Content> {
  readonly name: string;
  readonly content: z.ZodType<Content>;
}

export const loginCookie: CookieKind<Login> = { name: 'login', content: Login };
export const visitCookie: CookieKind<Visit> = { name: 'visit', content: Visit };

/** Both lives are short: the next person at the browser sees nothing. */
export const visitMinutes = 10;

/** The state of a login begins so: the platform sends its answer to the callback of the tickets. */
const statePrefix = 'account.';

export function newState(): string {
  return `${statePrefix}${randomBytes(32).toString('base64url')}`;
}

export function isStateOfLogin(state: string): boolean {
  return state.startsWith(statePrefix);
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface Place {
  readonly platform: PlatformSlug;
  readonly baseUrl: string;
}

/**
 * The `Set-Cookie` of a login or a visit: encrypted, readable by no script, of use to the pages of this platform alone, and sent also
 * when the platform sends the browser back, which `Lax` permits (RFC 6265bis). No row is written for it.
 */
export function cookieOf<Content>(
  kind: CookieKind<Content>,
  content: Omit<Content, 'expiresAtMs'>,
  { secrets, ...place }: Place & { readonly secrets: Secrets },
): string {
  const whole = { ...content, expiresAtMs: Date.now() + visitMinutes * 60_000 };
  return cookie(
    kind.name,
    secrets.encrypt(JSON.stringify(whole), contextOf(kind.name, place.platform)),
    visitMinutes * 60,
    place,
  );
}

/** The `Set-Cookie` that ends a visit in this browser. */
export function noVisit(place: Place): string {
  return cookie(visitCookie.name, '', 0, place);
}

function cookie(name: string, value: string, maxAgeSeconds: number, { platform, baseUrl }: Place): string {
  const path = `${pathOf({ baseUrl })}/api/v1/oauth/${platform}/account`;
  return setCookie({ name: nameOf(name, platform), value, baseUrl, path, maxAgeSeconds, sameSite: 'Lax' });
}

function nameOf(name: string, platform: PlatformSlug): string {
  return `account_${name}_${platform}`;
}

/** The login or visit of this browser at a platform; null if there is none, or its time is over. */
export function readCookie<Content extends { readonly expiresAtMs: number }>(
  kind: CookieKind<Content>,
  cookies: string | undefined,
  { platform, baseUrl, secrets }: Place & { readonly secrets: Secrets },
): Content | null {
  const [sealed] = cookieValues(nameOf(kind.name, platform), { cookies, baseUrl });
  if (sealed === undefined) return null;
  const { data } = kind.content.safeParse(opened(sealed, contextOf(kind.name, platform), secrets));
  return data && data.expiresAtMs > Date.now() ? data : null;
}

function contextOf(name: string, platform: PlatformSlug): string {
  return `accounts/${platform}/${name}`;
}

function opened(sealed: string, context: string, secrets: Secrets): unknown {
  try {
    return JSON.parse(secrets.decrypt(sealed, context));
  } catch (error) {
    if (error instanceof SecretsError) return null;
    throw error;
  }
}
