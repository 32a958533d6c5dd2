import { randomBytes } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { accessTokenSeconds, mcpScopes, refreshGraceSeconds, refreshPairsMax } from '../../domain/mcp';
import type { McpScope } from '../../domain/mcp';
import { retentionDefaults } from '../../domain/retention';
import { grantEndsAt, hasPerson, isForgotten, isLive } from './grantStatements';
import { hashToken } from './McpGrant';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { asked } from '../database/fragments';
import { command, statement } from '../database/statement';

const clientId = param('clientId', 'uuid');
const codeHash = param('codeHash', 'text');
const redirectUri = param('redirectUri', 'text');
const codeChallenge = param('codeChallenge', 'text');
const hash = param('hash', 'text');
const limit = param('limit', 'bigint');
const Scopes = z.array(z.enum(mcpScopes));

/** An access token does not outlive its family. */
const accessEnd = sql`least(clock_timestamp() + make_interval(secs => ${constant(accessTokenSeconds)}), expires_at)`;
const expiresIn = sql`round(extract(epoch FROM ${accessEnd} - clock_timestamp()))::integer AS "expiresIn"`;

/** The part of a statement that writes a token pair. @param grant a row with id, scopes, access_scopes, expires_at */
function mint(grant: Fragment) {
  return sql`minted AS (
    INSERT INTO mcp_tokens (hash, grant_id, kind, scopes, expires_at)
    SELECT kind.hash, id, kind.name, CASE kind.name WHEN 'access' THEN access_scopes ELSE scopes END,
           CASE kind.name WHEN 'access' THEN ${accessEnd} ELSE expires_at END
    FROM (VALUES (${param('accessHash', 'text')}, 'access'), (${param('refreshHash', 'text')}, 'refresh'))
      AS kind (hash, name), ${grant})`;
}

const takeCode = statement(
  'mcp.takeCode',
  z.strictObject({ scopes: Scopes, expiresIn: z.int(), isMatch: z.boolean() }),
  sql`WITH taken AS (
        UPDATE mcp_grants g
        SET code_used_at = clock_timestamp(),
            ended_at = CASE WHEN redirect_uri = ${redirectUri} AND code_challenge = ${codeChallenge} THEN NULL
                            ELSE clock_timestamp() END
        WHERE code_hash = ${codeHash} AND client_id = ${clientId} AND code_used_at IS NULL AND ended_at IS NULL
          AND code_expires_at > clock_timestamp() AND ${hasPerson}
        RETURNING id, scopes, scopes AS access_scopes, expires_at, ended_at),
      ${mint(sql`taken WHERE ended_at IS NULL`)}
      SELECT scopes, ${expiresIn}, ended_at IS NULL AS "isMatch" FROM taken`,
);

const endReplayed = command(
  'mcp.endReplayed',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp()
      WHERE code_hash = ${codeHash} AND client_id = ${clientId} AND redirect_uri = ${redirectUri}
        AND code_challenge = ${codeChallenge} AND code_used_at IS NOT NULL AND ended_at IS NULL`,
);

const scopes = param('scopes', 'text[]');
const refreshTokens = statement(
  'mcp.refresh',
  z.strictObject({ scopes: Scopes, expiresIn: z.int() }),
  sql`WITH used AS (
        UPDATE mcp_tokens t SET used_at = coalesce(t.used_at, clock_timestamp()), pairs = t.pairs + 1
        FROM mcp_grants g
        WHERE t.hash = ${hash} AND t.kind = 'refresh' AND g.id = t.grant_id AND g.client_id = ${clientId}
          AND ${isLive} AND t.scopes @> ${scopes}
          AND (t.used_at IS NULL OR t.pairs < ${constant(refreshPairsMax)}
               AND t.used_at > clock_timestamp() - make_interval(secs => ${constant(refreshGraceSeconds)}))
        RETURNING g.id, t.scopes, ${scopes} AS access_scopes, g.expires_at),
      ${mint(sql`used`)}
      SELECT access_scopes AS scopes, ${expiresIn} FROM used`,
);

const State = z.strictObject({
  grantId: z.uuid(),
  kind: z.enum(['access', 'refresh']),
  scopes: Scopes,
  resource: z.string(),
});
const stateOf = statement(
  'mcp.tokenState',
  State,
  sql`SELECT g.id AS "grantId", t.kind, t.scopes, g.resource
      FROM mcp_tokens t JOIN mcp_grants g ON g.id = t.grant_id WHERE t.hash = ${hash} AND g.client_id = ${clientId}`,
);

const endAccess = command('mcp.endAccess', sql`DELETE FROM mcp_tokens WHERE hash = ${hash} AND kind = 'access'`);

const removeExpired = command(
  'mcp.removeExpiredTokens',
  sql`DELETE FROM mcp_tokens WHERE hash IN (
        SELECT hash FROM mcp_tokens WHERE kind = 'access' AND expires_at < now() ORDER BY expires_at LIMIT ${limit})`,
);

const removeOfEnded = command(
  'mcp.removeTokensOfEnded',
  sql`DELETE FROM mcp_tokens WHERE hash IN (
        SELECT t.hash FROM mcp_grants g, LATERAL (SELECT hash FROM mcp_tokens WHERE grant_id = g.id ${asked}) t
        WHERE ${isForgotten} ORDER BY ${grantEndsAt} LIMIT ${limit})`,
);

/**
 * An access or refresh token of a grant. A row may outlive its use: a refresh token that was used, revoked or has expired
 * is to be recognized.
 */
export class McpToken extends Model<InferAttributes<McpToken>, InferCreationAttributes<McpToken>> {
  /** The SHA-256 of the token. */
  declare hash: string;
  declare grantId: string;
  declare kind: 'access' | 'refresh';
  declare scopes: McpScope[];
  declare expiresAt: Date;
  /** Of a refresh token: when it gave its first pair, and the number of its pairs. */
  declare usedAt: CreationOptional<Date | null>;
  declare pairs: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Uses an authorization code up, by one statement, and makes the first pair of tokens of its grant. A code that comes with
   * another redirect URI or verifier is used up, too, and its grant ends (contract.md §13).
   * @returns null: the code is unknown, has expired or was used, or its redirect URI or verifier does not match
   */
  static async ofCode({ code, clientId, redirectUri, codeChallenge }: CodeUse): Promise<TokenPair | null> {
    const values = { codeHash: hashToken(code), clientId, redirectUri, codeChallenge };
    const pair = newPair();
    const taken = await takeCode.first({ ...values, ...hashesOf(pair) });
    // A replay that is otherwise right ends the tokens of the code; any other replay does no harm (OAuth 2.1 §4.1.3).
    if (taken === undefined) await endReplayed.run(values);
    return taken?.isMatch === true ? { ...pair, ...taken } : null;
  }

  /**
   * Uses a refresh token and makes another pair of its family. The token may be used again for two minutes, up to ten
   * pairs: clients refresh several times at once.
   * @param scopes of the access token; the refresh token keeps the scopes of the grant
   * @returns null: the token cannot be used; `stateOf` says why
   */
  static async refresh({ refreshToken, clientId, scopes }: RefreshUse): Promise<TokenPair | null> {
    const pair = newPair();
    const use = { hash: hashToken(refreshToken), clientId, scopes };
    const taken = await refreshTokens.first({ ...use, ...hashesOf(pair) });
    return taken === undefined ? null : { ...pair, ...taken };
  }

  /** A token of this client, open or ended; undefined for an unknown token or a token of another client. */
  static async stateOf(token: string, clientId: string): Promise<TokenState | undefined> {
    return stateOf.first({ hash: hashToken(token), clientId });
  }

  /** Ends one access token. */
  static async endAccess(token: string): Promise<void> {
    await endAccess.run({ hash: hashToken(token) });
  }

  /** Removes up to `limit` access tokens that have expired. @returns the number of tokens */
  static async removeExpired(limit: number): Promise<number> {
    return removeExpired.run({ limit });
  }

  /** Removes up to `limit` tokens whose grant ended 30 days ago: a grant can have many. @returns their number */
  static async removeOfEnded(limit: number, days = retentionDefaults.grants): Promise<number> {
    return removeOfEnded.run({ limit, days });
  }
}

/** 256 bits behind a name by which scanners find a token that has leaked. */
function newToken(kind: 'at' | 'rt'): string {
  return `mcp_${kind}_${randomBytes(32).toString('base64url')}`;
}

function newPair() {
  return { accessToken: newToken('at'), refreshToken: newToken('rt') };
}

function hashesOf({ accessToken, refreshToken }: ReturnType<typeof newPair>) {
  return { accessHash: hashToken(accessToken), refreshHash: hashToken(refreshToken) };
}

export interface CodeUse {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

export interface RefreshUse {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly scopes: readonly McpScope[];
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly McpScope[];
  /** Seconds that the access token lives. */
  readonly expiresIn: number;
}

export type TokenState = Readonly<z.infer<typeof State>>;

export function initialize(sequelize: Sequelize): void {
  McpToken.init(
    {
      hash: { type: DataTypes.TEXT, primaryKey: true },
      grantId: DataTypes.UUID,
      kind: DataTypes.TEXT,
      scopes: DataTypes.ARRAY(DataTypes.TEXT),
      expiresAt: DataTypes.DATE,
      usedAt: DataTypes.DATE,
      pairs: DataTypes.INTEGER,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'mcp_tokens' },
  );
}
