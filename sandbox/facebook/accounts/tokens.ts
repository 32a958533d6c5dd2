import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FacebookContext } from '../context';
import { deadToken, expiredReason, graphErrors } from '../errorCatalogue';
import type { GraphErrorName } from '../errorCatalogue';
import { newToken } from '../ids';
import type { Consent, Token } from '../records';
import { openPage } from './users';

const shortLifeMs = 2 * 3_600_000;
/** About 60 days, as recorded: `expires_in` 5183944. */
const longLifeMs = 5_183_944_000;
const dataAccessMs = 90 * 24 * 3_600_000;

/** The decision of a user in the dialog. */
export type Decision = Pick<Consent, 'userId' | 'granted' | 'declined' | 'pageIds'>;

/** Records a consent. A user who has consented before adds to it, and the earlier tokens stay good. */
export function recordConsent(context: FacebookContext, decision: Decision): Consent {
  const { store, clock } = context;
  const earlier = liveConsentOf(context, decision.userId);
  const granted = [...new Set([...(earlier?.granted ?? []), ...decision.granted])];
  const declined = [...new Set([...(earlier?.declined ?? []), ...decision.declined])];
  const consent: Consent = {
    id: earlier?.id ?? randomUUID(),
    userId: decision.userId,
    granted,
    declined: declined.filter((permission) => !granted.includes(permission)),
    pageIds: [...decision.pageIds],
    consentedAtMs: clock(),
    isRevoked: false,
  };
  store.consents.put(consent.id, consent);
  for (const pageId of consent.pageIds) openPage(context, pageId);
  return consent;
}

/** The consent of a user that is not revoked. */
export function liveConsentOf({ store }: FacebookContext, userId: string): Consent | undefined {
  return store.consents.values().find((consent) => consent.userId === userId && !consent.isRevoked);
}

/** A new token of a user: for two hours, or for 60 days. */
export function issueUserToken(context: FacebookContext, consent: Consent, life: 'short' | 'long'): Token {
  const lifeMs = life === 'long' ? longLifeMs : shortLifeMs;
  return issue(context, consent, { pageId: null, parent: null, expiresAtMs: context.clock() + lifeMs });
}

/** A page's token for a user's token, the same each time. It ends with the user's token, unless that is long-lived. */
export function pageTokenFor(context: FacebookContext, userToken: Token, pageId: string): Token {
  const known = context.store.tokens
    .values()
    .find((token) => token.parent === userToken.token && token.pageId === pageId);
  if (known) return known;
  const { issuedAtMs, expiresAtMs, token: parent } = userToken;
  const isLongLived = expiresAtMs === null || expiresAtMs - issuedAtMs > shortLifeMs;
  const consent = context.store.consents.get(userToken.consentId);
  if (!consent) throw new Error('a token without a consent');
  return issue(context, consent, { pageId, parent, expiresAtMs: isLongLived ? null : expiresAtMs });
}

function issue(
  { store, clock }: FacebookContext,
  { id: consentId, userId }: Consent,
  rest: Pick<Token, 'pageId' | 'parent' | 'expiresAtMs'>,
): Token {
  const token = { token: newToken(), consentId, userId, issuedAtMs: clock(), ...rest };
  store.tokens.put(token.token, token);
  return token;
}

/** A token with the consent that it rests on. */
export interface Access {
  readonly token: Token;
  readonly consent: Consent;
}

/** The access that a token gives, or the error that it meets. */
export function accessOf({ store, settings, clock }: FacebookContext, text: string): Access | GraphErrorName {
  const token = store.tokens.get(text);
  const consent = token && store.consents.get(token.consentId);
  if (!token || !consent) return 'malformedToken';
  const now = clock();
  if (consent.isRevoked) return 'appRemoved';
  const { tokenError } = settings.read().facebook;
  if (tokenError) return tokenError;
  if (token.expiresAtMs !== null && token.expiresAtMs <= now) return 'sessionExpired';
  if (dataAccessEndsAtMs(consent) <= now) return 'dataAccessExpired';
  return { token, consent };
}

/** The words of the error that a token meets; an expired token's words name the time of its end. */
export function wordsFor({ store, clock }: FacebookContext, text: string, error: GraphErrorName): string {
  const { expiresAtMs = null } = store.tokens.get(text) ?? {};
  const now = clock();
  if (error !== 'sessionExpired' || expiresAtMs === null || expiresAtMs > now) return graphErrors[error].message;
  return deadToken(463, expiredReason(expiresAtMs, now)).message;
}

export const dataAccessEndsAtMs = ({ consentedAtMs }: Consent): number => consentedAtMs + dataAccessMs;

/** Ends a permission; null: ends the whole consent and all its tokens. */
export function revoke({ store }: FacebookContext, consent: Consent, permission: string | null): void {
  const without = (names: readonly string[]) => names.filter((name) => name !== permission);
  const changed =
    permission === null
      ? { ...consent, isRevoked: true }
      : { ...consent, granted: without(consent.granted), declined: [...without(consent.declined), permission] };
  store.consents.put(consent.id, changed);
}

/** Tells whether `proof` is the hexadecimal HMAC-SHA256 of the token, keyed with the app's secret (reference §4). */
export function isProofOf({ app }: FacebookContext, token: string, proof: string): boolean {
  const expected = createHmac('sha256', app.clientSecret).update(token).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
