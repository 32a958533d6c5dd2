import { z } from 'zod';
import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { RenewedTokens } from '../../platforms/Platform';
import { tokenStatuses } from './Connection';
import type { TokenStatus } from './Connection';
import { returnShare, Stand, standFields, takingParts } from '../quota/quotaTaking';
import type { Taking } from '../quota/quotaTaking';
import { constant, param, sql } from '../database/fragment';
import { milliseconds } from '../database/fragments';
import { command, statement } from '../database/statement';

const Stored = z.strictObject({
  tokenStatus: z.enum(tokenStatuses),
  /** The expiry of the access token; null for a token without expiry, or after a refused renewal. */
  tokenExpiresAt: z.date().nullable(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  tokenVersion: z.int(),
  /** The platform's id of the channel. */
  channelId: z.string(),
  workspaceId: z.uuid(),
  /** Milliseconds until the access token runs out, by the database's clock; null for a token without expiry. */
  leftMs: z.number().nullable(),
  /** True if a call can use the access token: it is good for some minutes, or it is good and cannot be renewed. */
  isUsable: z.boolean(),
  /** The units of the quota that go with a usable token have been taken. */
  isPaid: z.boolean(),
});
type Stored = z.infer<typeof Stored>;

/** The tokens of a connection that holds some, encrypted as they are stored. */
export interface TokenRow extends Stored {
  tokenStatus: Exclude<TokenStatus, 'missing'>;
}

/** A token in a connection's succession of tokens. A write for this token leaves a newer token untouched. */
export interface TokenFence {
  connectionId: string;
  tokenVersion: number;
}

/** Longer than a renewal may take. */
const leaseSeconds = () => paced(30);

/** How long before its expiry a token is renewed, so that no call starts with a token about to run out. */
export const renewAheadMs = 5 * 60_000;

const connectionId = param('connectionId', 'uuid');
const stored = sql`stored AS (
  SELECT token_status AS "tokenStatus", token_expires_at AS "tokenExpiresAt", access_token AS "accessToken", refresh_token AS "refreshToken",
         token_version AS "tokenVersion", external_platform_id AS "channelId", workspace_id AS "workspaceId",
         ${milliseconds(sql`token_expires_at - clock_timestamp()`)} AS "leftMs",
         token_status = 'valid' AND access_token IS NOT NULL
           AND (token_expires_at IS NULL OR token_expires_at > clock_timestamp()
                  + CASE WHEN refresh_token IS NULL THEN interval '0'
                         ELSE make_interval(secs => ${constant(renewAheadMs / 1000)}) END) AS "isUsable"
  FROM connections WHERE id = ${connectionId})`;

const readStored = statement('tokens.read', Stored, sql`WITH ${stored} SELECT stored.*, false AS "isPaid" FROM stored`);

const readAndTake = statement(
  'tokens.readAndTake',
  Stored.extend(Stand.shape),
  sql`WITH ${stored}, ${takingParts(sql`SELECT "workspaceId" AS id FROM stored WHERE "isUsable"`)}
      SELECT stored.*, "isTaken" AS "isPaid", "hasShare", "isTaken" FROM stored, (SELECT ${standFields}) stand`,
);

/** The condition of the connection, as long as its tokens are the tokens of the fence. */
const isOfFence = sql`id = ${connectionId} AND token_version = ${param('tokenVersion', 'integer')}`;

const takeLeaseNow = command(
  'tokens.takeLease',
  sql`UPDATE connections
      SET renewal_lease_until = clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')})
      WHERE ${isOfFence} AND (renewal_lease_until IS NULL OR renewal_lease_until <= clock_timestamp())`,
);

const leaveLeaseNow = command(
  'tokens.leaveLease',
  sql`UPDATE connections SET renewal_lease_until = NULL WHERE ${isOfFence}`,
);

const storeRenewed = command(
  'tokens.store',
  sql`UPDATE connections
      SET access_token = ${param('accessToken', 'text')},
          refresh_token = coalesce(${param('refreshToken', 'text', 'orNull')}, refresh_token), token_status = 'valid',
          token_expires_at = clock_timestamp() + make_interval(secs => ${param('expiresInSeconds', 'float8', 'orNull')}),
          access_ends_at = CASE WHEN ${param('isEndTold', 'boolean')} THEN ${param('accessEndsAt', 'timestamptz', 'orNull')}
                                ELSE access_ends_at END,
          permissions = coalesce(${param('permissions', 'text[]', 'orNull')}, permissions),
          access_lost_at = NULL, data_erased_at = NULL,
          token_version = token_version + 1, renewal_lease_until = NULL, tokens_stored_at = clock_timestamp(),
          updated_at = clock_timestamp()
      WHERE ${isOfFence}`,
);

const expireStored = command(
  'tokens.expire',
  sql`UPDATE connections SET token_status = 'expired', token_expires_at = NULL, token_version = token_version + 1,
        access_lost_at = coalesce(access_lost_at, clock_timestamp()), renewal_lease_until = NULL, updated_at = clock_timestamp()
      WHERE ${isOfFence}`,
);

/**
 * Reads the tokens, and takes the cost of the first call with a usable token from the daily quota, in one statement.
 * @throws PublishFailure `TOKEN_MISSING`
 */
export async function readTokens(connectionId: string, taking: Taking | null = null): Promise<TokenRow> {
  const row = taking ? await readAndPay(connectionId, taking) : await readStored.first({ connectionId });
  if (row && row.tokenStatus !== 'missing') return { ...row, tokenStatus: row.tokenStatus };
  const words = { seen: 'The connection holds no token.', todo: 'Connect the channel, then retry.' };
  throw new PublishFailure('TOKEN_MISSING', words, { transient: false });
}

async function readAndPay(connectionId: string, taking: Taking): Promise<Stored | undefined> {
  const row = await readAndTake.first({ ...taking, connectionId });
  if (row) await returnShare(row, taking, row.workspaceId);
  return row;
}

/** @returns whether the caller may renew now: for 30 s, unless the caller leaves the lease or stores tokens before */
export async function takeLease(fence: TokenFence): Promise<boolean> {
  return (await takeLeaseNow.run({ ...fence, leaseSeconds: leaseSeconds() })) > 0;
}

/** Lets another caller renew the tokens. */
export async function leaveLease(fence: TokenFence): Promise<void> {
  await leaveLeaseNow.run(fence);
}

/**
 * Stores the result of a renewal, encrypted; an absent refresh token, end of the access, or list of permissions leaves
 * the stored value.
 * @returns false if newer tokens have been stored meanwhile: then the renewed tokens must not be used
 */
export async function storeTokens(fence: TokenFence, tokens: RenewedTokens): Promise<boolean> {
  const { accessEndsAt } = tokens;
  const told = { isEndTold: accessEndsAt !== undefined, accessEndsAt: accessEndsAt ?? null };
  return (await storeRenewed.run({ refreshToken: null, permissions: null, ...fence, ...tokens, ...told })) > 0;
}

/** Marks tokens as expired that the platform has refused for good. */
export async function expireTokens(fence: TokenFence): Promise<void> {
  await expireStored.run(fence);
}
