import { paced } from '../domain/pace';
import { PublishFailure } from '../domain/PublishFailure';
import type { RenewedTokens } from '../platforms/Platform';
import { Connection } from './Connection';
import type { TokenStatus } from './Connection';
import { firstRow, rows } from './sql';

/** The tokens of a connection that holds some, encrypted as they are stored. */
export interface TokenRow {
  tokenStatus: Exclude<TokenStatus, 'missing'>;
  /** Of the access token; null if it does not run out, or after a refused renewal. */
  tokenExpiresAt: Date | null;
  accessToken: string | null;
  refreshToken: string | null;
  tokenVersion: number;
  /** The platform's id of the channel. */
  channelId: string;
  /** Milliseconds until the access token runs out, by the database's clock; null if it does not. */
  leftMs: number | null;
}

/** One of a connection's successive tokens. What is written for it leaves a newer one untouched. */
export interface TokenFence {
  connectionId: string;
  tokenVersion: number;
}

/** Longer than a renewal may take. */
const leaseSeconds = () => paced(30);

/** @throws PublishFailure `TOKEN_MISSING` */
export async function readTokens(connectionId: string): Promise<TokenRow> {
  const row = await firstRow<TokenRow | { tokenStatus: 'missing' }>(
    Connection,
    `SELECT token_status AS "tokenStatus", token_expires_at AS "tokenExpiresAt", access_token AS "accessToken", refresh_token AS "refreshToken",
            token_version AS "tokenVersion", external_platform_id AS "channelId",
            (extract(epoch FROM token_expires_at - clock_timestamp()) * 1000)::float AS "leftMs"
     FROM connections WHERE id = $connectionId`,
    { connectionId },
  );
  if (!row || row.tokenStatus === 'missing') {
    throw new PublishFailure('TOKEN_MISSING', 'The connection holds no token. Connect the channel, then retry.', {
      transient: false,
    });
  }
  return row;
}

/** @returns whether the caller is now the one who renews: for 30 s, unless it leaves the lease or stores tokens before */
export async function takeLease(fence: TokenFence): Promise<boolean> {
  const row = await firstRow(
    Connection,
    `UPDATE connections SET renewal_lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds)
     WHERE id = $connectionId AND token_version = $tokenVersion
       AND (renewal_lease_until IS NULL OR renewal_lease_until <= clock_timestamp())
     RETURNING id`,
    { ...fence, leaseSeconds: leaseSeconds() },
  );
  return row !== undefined;
}

/** Lets somebody else renew. */
export async function leaveLease(fence: TokenFence): Promise<void> {
  await rows(
    Connection,
    'UPDATE connections SET renewal_lease_until = NULL WHERE id = $connectionId AND token_version = $tokenVersion',
    { ...fence },
  );
}

/**
 * Stores what a renewal brought, encrypted; an absent refresh token leaves the stored one.
 * @returns false if newer tokens have been stored meanwhile: then these must not be used
 */
export async function storeTokens(fence: TokenFence, tokens: RenewedTokens): Promise<boolean> {
  const row = await firstRow(
    Connection,
    `UPDATE connections
     SET access_token = $accessToken, refresh_token = coalesce($refreshToken, refresh_token), token_status = 'valid',
         token_expires_at = clock_timestamp() + make_interval(secs => $expiresInSeconds),
         token_version = token_version + 1, renewal_lease_until = NULL, updated_at = clock_timestamp()
     WHERE id = $connectionId AND token_version = $tokenVersion RETURNING id`,
    { refreshToken: null, ...fence, ...tokens },
  );
  return row !== undefined;
}

/** The platform has refused them for good. */
export async function expireTokens(fence: TokenFence): Promise<void> {
  await rows(
    Connection,
    `UPDATE connections SET token_status = 'expired', token_expires_at = NULL, token_version = token_version + 1,
       renewal_lease_until = NULL, updated_at = clock_timestamp()
     WHERE id = $connectionId AND token_version = $tokenVersion`,
    { ...fence },
  );
}
