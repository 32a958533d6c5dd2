import { setTimeout as delay } from 'node:timers/promises';
import { paced } from '../domain/pace';
import { connectAgain, PublishFailure } from '../domain/failures/PublishFailure';
import type { Secrets } from '../lib/secrets';
import { withTimeLimit } from '../lib/timeLimit';
import type { Platform, RenewedTokens } from '../platforms/Platform';
import { tokenContext } from '../models/connections/Connection';
import type { Connection } from '../models/connections/Connection';
import type { DueConnection } from '../models/connections/renewalsDue';
import { connectionIdOf } from '../models/assignments/runSubjects';
import type { KnownChannel } from '../models/assignments/runSubjects';
import type { Taking } from '../models/quota/quotaTaking';
import { param, sql } from '../models/database/fragment';
import { command } from '../models/database/statement';
import { expireTokens, leaveLease, readTokens, storeTokens, takeLease } from '../models/connections/tokenRows';
import type { TokenRow } from '../models/connections/tokenRows';

/** The time of a renewal, which ends before its lease does. */
const renewalDeadlineMs = 15_000;
const pollMs = 150;

export interface AccessToken {
  accessToken: string;
  /** The number of this token in the connection's succession. */
  tokenVersion: number;
  /** The platform's id of the channel that the token speaks for. */
  channelId: string;
  /** The workspace of the connection. */
  workspaceId: string;
  /** The statement that read the token has also taken the units from the daily quota. */
  isPaid: boolean;
}

export interface TokenRenewal {
  secrets: Secrets;
  /** The platform's exchange. A definite refusal is a `PublishFailure` with `TOKEN_EXPIRED` that is not transient. */
  renew: Platform['refreshTokens'];
}

/** Renewal at this platform. */
export function renewalBy(platform: Platform, secrets: Secrets): TokenRenewal {
  return { secrets, renew: async (refreshToken, call) => platform.refreshTokens(refreshToken, call) };
}

/** The state of a connection that holds tokens. */
export type RenewalOutcome = Pick<TokenRow, 'tokenStatus' | 'tokenExpiresAt'>;

/**
 * An access token that is good for some minutes, renewed first where needed. However many callers ask at once, one
 * caller renews (a lease on the row), and the others wait for the result. Only a definite refusal makes the connection
 * `expired`, and only if no newer tokens were stored meanwhile (contract.md §4).
 * @param taking the units that the statement reading the token takes from the daily quota; none for an unusable token
 * @throws PublishFailure `TOKEN_MISSING`, `TOKEN_EXPIRED`, or the error of the platform's exchange
 */
export async function freshAccessToken(
  renewal: TokenRenewal,
  channel: KnownChannel,
  signal: AbortSignal,
  taking: Taking | null = null,
): Promise<AccessToken> {
  const connectionId = connectionIdOf(channel);
  for (;;) {
    const row = await readTokens(connectionId, taking);
    if (row.tokenStatus === 'expired') throw tokenExpired();
    const usable = usableToken(row, renewal.secrets, connectionId);
    if (usable) return usable;
    const renewed = await renewOrWait(renewal, connectionId, row, signal);
    if (renewed) return renewed;
  }
}

/**
 * Renews the tokens of a connection now, whether or not that is due. A query with a tenant has found the connection, or
 * the query for due renewals. Tokens that were refused before are tried once more. However many callers ask at once,
 * one caller asks the platform, and all answer its outcome. Tokens that nothing can renew stay as they are.
 * @returns how the connection stands afterwards: `expired` only after a definite refusal
 * @throws PublishFailure `TOKEN_MISSING`, or the error of the platform's exchange; then nothing has changed
 */
export async function renewTokens(
  renewal: TokenRenewal,
  { id: connectionId }: Connection | DueConnection,
  signal: AbortSignal,
): Promise<RenewalOutcome> {
  const before = await readTokens(connectionId);
  for (let row = before; row.tokenVersion === before.tokenVersion; row = await readTokens(connectionId)) {
    if (row.refreshToken === null && !hasRunOut(row)) break;
    await renewOrWait(renewal, connectionId, row, signal);
  }
  const { tokenStatus, tokenExpiresAt } = await readTokens(connectionId);
  return { tokenStatus, tokenExpiresAt };
}

const distrustToken = command(
  'channels.distrustToken',
  sql`UPDATE connections SET token_expires_at = clock_timestamp()
      WHERE id = ${param('connectionId', 'uuid')} AND token_version = ${param('tokenVersion', 'integer')}`,
);

/** The platform refused this access token: the next `freshAccessToken` renews it. Newer tokens stay untouched. */
export async function distrustAccessToken(connectionId: string, tokenVersion: number): Promise<void> {
  await distrustToken.run({ connectionId, tokenVersion });
}

function usableToken(row: TokenRow, secrets: Secrets, connectionId: string): AccessToken | undefined {
  if (row.accessToken === null || !row.isUsable) return undefined;
  const accessToken = secrets.decrypt(row.accessToken, tokenContext(connectionId, 'access_token'));
  const { tokenVersion, channelId, workspaceId, isPaid } = row;
  return { accessToken, tokenVersion, channelId, workspaceId, isPaid };
}

/** One turn: the holder of the lease renews, all others wait a moment for the result. */
async function renewOrWait(
  renewal: TokenRenewal,
  connectionId: string,
  { refreshToken, tokenVersion, channelId, workspaceId }: TokenRow,
  signal: AbortSignal,
): Promise<AccessToken | undefined> {
  if (refreshToken === null) await expireTokens({ connectionId, tokenVersion });
  else if (await takeLease({ connectionId, tokenVersion })) {
    return renewOnce(renewal, { connectionId, tokenVersion, channelId, workspaceId, refreshToken }, signal);
  } else await pause(signal);
  return undefined;
}

/** @throws the reason of `signal` */
async function pause(signal: AbortSignal): Promise<void> {
  await delay(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function hasRunOut({ leftMs }: TokenRow): boolean {
  return leftMs !== null && leftMs <= 0;
}

interface LeasedTokens {
  connectionId: string;
  tokenVersion: number;
  channelId: string;
  workspaceId: string;
  /** Encrypted. */
  refreshToken: string;
}

/** @returns the token, or undefined when the row has to be asked again: it was refused, or newer tokens were stored */
async function renewOnce(
  { secrets, renew }: TokenRenewal,
  { connectionId, tokenVersion, channelId, workspaceId, refreshToken }: LeasedTokens,
  signal: AbortSignal,
): Promise<AccessToken | undefined> {
  try {
    const plain = secrets.decrypt(refreshToken, tokenContext(connectionId, 'refresh_token'));
    const tokens = await withTimeLimit(signal, paced(renewalDeadlineMs), async (limited) =>
      renew(plain, { channelId, signal: limited }),
    );
    const isStored = await storeTokens({ connectionId, tokenVersion }, sealed(tokens, secrets, connectionId));
    const { accessToken } = tokens;
    if (!isStored) return undefined;
    return { accessToken, tokenVersion: tokenVersion + 1, channelId, workspaceId, isPaid: false };
  } catch (error) {
    if (isGrantRefused(error)) {
      await expireTokens({ connectionId, tokenVersion });
      return undefined;
    }
    await leaveLease({ connectionId, tokenVersion });
    throw isTimeout(error) && !signal.aborted ? unanswered(error) : error;
  }
}

/** An empty refresh token is none. A value that the platform does not tell stays absent. */
function sealed(
  { accessToken, refreshToken, ...told }: RenewedTokens,
  secrets: Secrets,
  connectionId: string,
): RenewedTokens {
  return {
    accessToken: secrets.encrypt(accessToken, tokenContext(connectionId, 'access_token')),
    ...(refreshToken && { refreshToken: secrets.encrypt(refreshToken, tokenContext(connectionId, 'refresh_token')) }),
    ...told,
  };
}

/** The platform's definite no: all else leaves the tokens as they are. */
function isGrantRefused(error: unknown): boolean {
  return error instanceof PublishFailure && error.code === 'TOKEN_EXPIRED' && !error.transient;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function unanswered(cause: unknown): PublishFailure {
  const seen = `The platform did not renew our access to the channel within ${renewalDeadlineMs / 1000} seconds.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: 'Retry later.' }, { transient: true, cause });
}

function tokenExpired(): PublishFailure {
  return new PublishFailure(
    'TOKEN_EXPIRED',
    { seen: 'The platform no longer accepts our access to the channel.', todo: connectAgain },
    { transient: false },
  );
}
