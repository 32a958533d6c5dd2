import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { RenewedTokens } from '../../platforms/Platform';
import { Connection } from './Connection';
import type { TokenStatus } from './Connection';
import { returnShare, standColumns, takingFor } from '../quota/quotaTaking';
import type { Stand, Taking } from '../quota/quotaTaking';
import { firstRow, rows } from '../database/sql';

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
  workspaceId: string;
  /** Milliseconds until the access token runs out, by the database's clock; null if it does not. */
  leftMs: number | null;
  /** True if a call can use the access token: it is good for some minutes, or it is good and cannot be renewed. */
  isUsable: boolean;
  /** The units of the quota that go with a usable token have been taken. */
  isPaid: boolean;
}

/** One of a connection's successive tokens. A write for it leaves a newer one untouched. */
export interface TokenFence {
  connectionId: string;
  tokenVersion: number;
}

/** Longer than a renewal may take. */
const leaseSeconds = () => paced(30);

/** Renewed this long before it runs out, so that no call starts with a token about to die. */
export const renewAheadMs = 5 * 60_000;

const stored = `stored AS (
  SELECT token_status AS "tokenStatus", token_expires_at AS "tokenExpiresAt", access_token AS "accessToken", refresh_token AS "refreshToken",
         token_version AS "tokenVersion", external_platform_id AS "channelId", workspace_id AS "workspaceId",
         (extract(epoch FROM token_expires_at - clock_timestamp()) * 1000)::float AS "leftMs",
         token_status = 'valid' AND access_token IS NOT NULL
           AND (token_expires_at IS NULL OR token_expires_at > clock_timestamp()
                  + CASE WHEN refresh_token IS NULL THEN interval '0' ELSE make_interval(secs => ${renewAheadMs / 1000}) END) AS "isUsable"
  FROM connections WHERE id = $connectionId)`;
const readSql = `WITH ${stored} SELECT stored.*, false AS "isPaid" FROM stored`;
const readAndPaySql = `
  WITH ${stored}, ${takingFor('SELECT "workspaceId" AS id FROM stored WHERE "isUsable"')}
  SELECT stored.*, "isTaken" AS "isPaid", "hasShare", "isTaken" FROM stored, (SELECT ${standColumns}) stand`;

/**
 * Reads the tokens, and takes from the daily quota in the same statement what the first call with a usable one costs.
 * @throws PublishFailure `TOKEN_MISSING`
 */
export async function readTokens(connectionId: string, taking: Taking | null = null): Promise<TokenRow> {
  const row = taking
    ? await readAndPay(connectionId, taking)
    : await firstRow<TokenRow | NoTokens>(Connection, readSql, { connectionId });
  if (!row || row.tokenStatus === 'missing') {
    const words = { seen: 'The connection holds no token.', todo: 'Connect the channel, then retry.' };
    throw new PublishFailure('TOKEN_MISSING', words, { transient: false });
  }
  return row;
}

async function readAndPay(connectionId: string, taking: Taking): Promise<TokenRow | NoTokens | undefined> {
  const row = await firstRow<(TokenRow | NoTokens) & Stand>(Connection, readAndPaySql, { ...taking, connectionId });
  if (row) await returnShare(row, taking, row.workspaceId);
  return row;
}

interface NoTokens {
  tokenStatus: 'missing';
  workspaceId: string;
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
         token_expires_at = clock_timestamp() + make_interval(secs => $expiresInSeconds), access_ends_at = $accessEndsAt,
         token_version = token_version + 1, renewal_lease_until = NULL, tokens_stored_at = clock_timestamp(),
         updated_at = clock_timestamp()
     WHERE id = $connectionId AND token_version = $tokenVersion RETURNING id`,
    { refreshToken: null, accessEndsAt: null, ...fence, ...tokens },
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
