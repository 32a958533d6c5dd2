import { randomBytes } from 'node:crypto';
import type { YoutubeContext } from './context';
import type { AccessToken, Grant } from './records';

const accessTokenLifetimeMs = 3_599_000;
/** Google drops the oldest silently (reference §1). */
const liveGrantsMax = 100;

/** What a publisher asks for: insert, read, update and delete. */
export const recommendedScopes = ['youtube.upload', 'youtube.readonly', 'youtube'].map(scopeUrl);

/** The full name of a scope: `youtube` → `https://www.googleapis.com/auth/youtube`. */
export function scopeUrl(name: string): string {
  return name.includes(':') ? name : `https://www.googleapis.com/auth/${name}`;
}

/** Records a consent of the channel's account. */
export function createGrant({ store, clock }: YoutubeContext, channelId: string, scopes: readonly string[]): Grant {
  const grant: Grant = {
    refreshToken: `1//sandbox-${randomBytes(48).toString('base64url')}`,
    channelId,
    scopes: [...scopes],
    createdAtMs: clock(),
    isRevoked: false,
  };
  store.grants.put(grant.refreshToken, grant);
  const live = store.grants.values().filter((other) => other.channelId === channelId && !other.isRevoked);
  for (const oldest of live.slice(0, -liveGrantsMax))
    store.grants.put(oldest.refreshToken, { ...oldest, isRevoked: true });
  return grant;
}

/** A new access token, good for 3599 s of the sandbox's clock. Forgets those of the same grant that have run out. */
export function issueAccessToken({ store, clock }: YoutubeContext, grant: Grant): AccessToken {
  const now = clock();
  for (const old of store.accessTokens.values()) {
    if (old.refreshToken === grant.refreshToken && old.expiresAtMs <= now) store.accessTokens.delete(old.token);
  }
  const token = `ya29.sandbox-${randomBytes(96).toString('base64url')}`;
  const record = { token, refreshToken: grant.refreshToken, expiresAtMs: now + accessTokenLifetimeMs };
  store.accessTokens.put(token, record);
  return record;
}

/** The grant behind an access token that is good now. */
export function findGrantByAccessToken({ store, clock }: YoutubeContext, token: string): Grant | undefined {
  const record = store.accessTokens.get(token);
  if (!record || record.expiresAtMs <= clock()) return undefined;
  const grant = store.grants.get(record.refreshToken);
  return grant?.isRevoked ? undefined : grant;
}

/** Ends every grant of the account that a token, access or refresh, belongs to. False: there is no such live token. */
export function revokeAccount(context: YoutubeContext, token: string): boolean {
  const grant = findGrantByAccessToken(context, token) ?? context.store.grants.get(token);
  if (!grant || grant.isRevoked) return false;
  for (const other of context.store.grants.values()) {
    if (other.channelId === grant.channelId)
      context.store.grants.put(other.refreshToken, { ...other, isRevoked: true });
  }
  return true;
}
