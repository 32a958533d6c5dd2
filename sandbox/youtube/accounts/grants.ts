import { randomBytes } from 'node:crypto';
import { accountOf, liveGrantsOf } from './accounts';
import type { YoutubeContext } from '../context';
import type { AccessToken, Grant } from '../records';

const accessTokenLifetimeMs = 3_599_000;
/** Google drops the oldest silently (reference §1). */
const liveGrantsMax = 100;

/** The scope of a publisher: to insert, read, update and delete (discovery document). */
export const recommendedScopes = ['youtube'].map(scopeUrl);

/** The full name of a scope: `youtube` → `https://www.googleapis.com/auth/youtube`. */
export function scopeUrl(name: string): string {
  return name.includes(':') ? name : `https://www.googleapis.com/auth/${name}`;
}

/**
 * Records a consent. An account has at most 100 live refresh tokens: one more ends the oldest. While the app is in
 * testing, the refresh token runs out.
 */
export function createGrant(
  context: YoutubeContext,
  consent: Pick<Grant, 'channelId' | 'scopes'> & { readonly isOffline?: boolean },
): Grant {
  const { store, settings, clock } = context;
  const now = clock();
  // Refresh tokens of an app in the publishing status "Testing" run out (reference §1).
  const { publishingStatus, testingTokenMs } = settings.read();
  const grant: Grant = {
    isOffline: true,
    ...consent,
    refreshToken: `1//sandbox-${randomBytes(48).toString('base64url')}`,
    createdAtMs: now,
    endsAtMs: publishingStatus === 'testing' ? now + testingTokenMs : null,
    isRevoked: false,
  };
  store.grants.put(grant.refreshToken, grant);
  const account = accountOf(context, grant);
  const live = account ? liveGrantsOf(context, account).filter(({ isOffline }) => isOffline) : [];
  for (const oldest of live.slice(0, -liveGrantsMax)) endGrant(context, oldest);
  return grant;
}

/** A new access token for a grant's scopes, good for 3599 s of the sandbox's clock. Forgets its expired tokens. */
export function issueAccessToken({ store, clock }: YoutubeContext, grant: Grant): AccessToken {
  const now = clock();
  for (const old of store.accessTokens.values()) {
    if (old.refreshToken === grant.refreshToken && old.expiresAtMs <= now) store.accessTokens.delete(old.token);
  }
  const token = `ya29.sandbox-${randomBytes(96).toString('base64url')}`;
  const { refreshToken, scopes } = grant;
  const record = { token, refreshToken, scopes, expiresAtMs: now + accessTokenLifetimeMs };
  store.accessTokens.put(token, record);
  return record;
}

/** The grant behind an access token that is good now, with the scopes of that token. */
export function findGrantByAccessToken({ store, clock }: YoutubeContext, token: string): Grant | undefined {
  const record = store.accessTokens.get(token);
  if (!record || record.expiresAtMs <= clock()) return undefined;
  const grant = store.grants.get(record.refreshToken);
  return !grant || grant.isRevoked ? undefined : { ...grant, scopes: record.scopes ?? grant.scopes };
}

/** Ends every grant of the account that a token, access or refresh, belongs to. False: there is no such live token. */
export function revokeAccount(context: YoutubeContext, token: string): boolean {
  const grant = findGrantByAccessToken(context, token) ?? context.store.grants.get(token);
  const account = grant && !grant.isRevoked && accountOf(context, grant);
  if (!account) return false;
  for (const live of liveGrantsOf(context, account)) endGrant(context, live);
  return true;
}

function endGrant({ store }: YoutubeContext, grant: Grant): void {
  store.grants.put(grant.refreshToken, { ...grant, isRevoked: true });
}
