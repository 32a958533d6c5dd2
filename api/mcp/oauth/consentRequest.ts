import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v4 as uuidv4 } from 'uuid';
import { z } from 'zod';
import { consentMinutes, mcpPowers, mcpScopes } from '../../../domain/mcp';
import { SecretsError } from '../../../lib/secrets';
import type { Secrets } from '../../../lib/secrets';
import { cookieValues, setCookie } from '../../http/cookie';
import { pathOf } from '../../http/pathOf';

/** An authorization request that was checked, as a consent page asks for it. */
const ConsentRequest = z.object({
  /** The id of the page. */
  id: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  state: z.string().optional(),
  /** The scopes whose boxes the page ticks by itself. */
  ticked: z.array(z.enum(mcpScopes)),
  /** The acts that the page names. */
  powers: z.array(z.enum(mcpPowers)),
  resource: z.string(),
  codeChallenge: z.string(),
  /** SHA-256 of the secret in the cookie of the browser that was shown the page. */
  browserHash: z.string(),
  expiresAtMs: z.number(),
  /** The logged-in user; absent: the page asks for a credential. */
  person: z
    .object({
      userId: z.string(),
      /** Of the password with which they have logged in. */
      passwordDigest: z.string(),
      /** The limit that they have set; null: none. */
      creditLimit: z.int().nullable(),
    })
    .optional(),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

const context = 'mcp/consent';

/** The sealed request of a page, and the cookie that ties it to the browser. */
interface SealedConsent {
  /** The value of a hidden field, encrypted: no browser can read or change it. */
  readonly sealed: string;
  /** For `Set-Cookie`. */
  readonly cookie: string;
}

/**
 * Seals a request into its page. No row is written for it: a browser may open any number of pages. Each page grants
 * once, because its id is unique among the grants.
 * @param cookies the `Cookie` header. All pages of a browser share one cookie: a site that opens page after page could
 *   otherwise fill the headers of the browser until every request of it is refused
 */
export function sealConsent(
  request: Omit<ConsentRequest, 'id' | 'browserHash' | 'expiresAtMs' | 'person'>,
  { secrets, baseUrl, cookies }: { readonly secrets: Secrets; readonly baseUrl: string; readonly cookies: string },
): SealedConsent {
  const [known = randomBytes(32).toString('base64url')] = secretsIn(cookies, baseUrl);
  const [id, browser] = [uuidv4(), known];
  const expiresAtMs = Date.now() + consentMinutes * 60_000;
  const whole: ConsentRequest = { ...request, id, browserHash: hash(browser), expiresAtMs };
  return { sealed: secrets.encrypt(JSON.stringify(whole), context), cookie: cookieOf(browser, baseUrl) };
}

/** Seals the request of a page into the page that follows it, of the same browser and with the same end. */
export function sealAgain(request: ConsentRequest, secrets: Secrets): string {
  return secrets.encrypt(JSON.stringify(request), context);
}

/**
 * The request of a consent page, sent in time by the browser that the page was shown to; null for every other request.
 * @param cookies the `Cookie` header
 */
export function openConsent(
  sealed: string,
  { secrets, baseUrl, cookies }: { readonly secrets: Secrets; readonly baseUrl: string; readonly cookies: string },
): ConsentRequest | null {
  const request = decrypt(sealed, secrets);
  if (request === null || request.expiresAtMs < Date.now()) return null;
  const isIts = secretsIn(cookies, baseUrl).some((secret) =>
    timingSafeEqual(Buffer.from(hash(secret)), Buffer.from(request.browserHash)),
  );
  return isIts ? request : null;
}

function decrypt(sealed: string, secrets: Secrets): ConsentRequest | null {
  try {
    return ConsentRequest.parse(JSON.parse(secrets.decrypt(sealed, context)));
  } catch (error) {
    if (error instanceof SecretsError) return null;
    throw error;
  }
}

/** The secrets in the cookies of our pages. */
function secretsIn(cookies: string, baseUrl: string): string[] {
  return cookieValues(cookieName, { cookies, baseUrl }).filter((value) => secretForm.test(value));
}

const cookieName = 'consent';
const secretForm = /^[\w-]{43}$/;

/** A cookie that goes with requests of our own pages alone. */
function cookieOf(browser: string, baseUrl: string): string {
  return setCookie({
    name: cookieName,
    value: browser,
    baseUrl,
    path: `${pathOf({ baseUrl })}/oauth/mcp/authorize`,
    maxAgeSeconds: consentMinutes * 60,
    sameSite: 'Strict',
  });
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
