import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { authorizationCodeMinutes, grantDays, mcpScopes } from '../../domain/mcp';
import { retentionDefaults } from '../../domain/retention';
import type { McpScope } from '../../domain/mcp';
import { constant, param, sql } from '../database/fragment';
import { asked } from '../database/fragments';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';
import { hashApiKey } from '../organizations/Workspace';

const id = param('id', 'uuid');
const workspaceId = param('workspaceId', 'uuid');
/** Of a grant `g`: the grant is not over, and its code was exchanged or is not over. */
const isOpen = sql`g.ended_at IS NULL AND g.expires_at > clock_timestamp()
       AND (g.code_used_at IS NOT NULL OR g.code_expires_at > clock_timestamp())`;

/** Of a grant `g`: the time of its past or future end. */
export const grantEndsAt = sql`least(g.ended_at, g.expires_at)`;

/** Of a grant `g`: it ended `days` ago, so that its tokens need not be recognized any more. */
export const isForgotten = sql`${grantEndsAt} < now() - make_interval(days => ${param('days', 'integer')})`;

const openGrant = command(
  'mcp.openGrant',
  sql`INSERT INTO mcp_grants (id, workspace_id, client_id, consent_id, scopes, resource, redirect_uri, code_hash,
                              code_challenge, code_expires_at, expires_at)
      SELECT ${id}, w.id, ${param('clientId', 'uuid')}, ${param('consentId', 'uuid')}, ${param('scopes', 'text[]')},
             ${param('resource', 'text')}, ${param('redirectUri', 'text')}, ${param('codeHash', 'text')},
             ${param('codeChallenge', 'text')},
             clock_timestamp() + make_interval(mins => ${constant(authorizationCodeMinutes)}),
             clock_timestamp() + make_interval(days => ${constant(grantDays)})
      FROM workspaces w WHERE w.api_key_hash = ${param('apiKeyHash', 'text')} FOR SHARE
      ON CONFLICT (consent_id) DO NOTHING`,
);

const endGrantsOfWorkspace = command(
  'mcp.endGrantsOfWorkspace',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp() WHERE workspace_id = ${workspaceId} AND ended_at IS NULL`,
);

const endGrant = command(
  'mcp.endGrant',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp() WHERE id = ${id} AND ended_at IS NULL`,
);

const countCall = command('mcp.countCall', sql`UPDATE mcp_grants SET calls = calls + 1 WHERE id = ${id}`);

const OpenGrant = z.strictObject({
  id: z.uuid(),
  clientName: z.string().nullable(),
  scopes: z.array(z.enum(mcpScopes)),
  calls: z.number(),
  createdAt: z.date(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
const openGrants = statement(
  'mcp.openGrants',
  OpenGrant,
  sql`SELECT g.id, c.name AS "clientName", g.scopes, g.calls::float8 AS calls, g.created_at AS "createdAt",
             g.expires_at AS "expiresAt", g.last_used_at AS "lastUsedAt"
      FROM mcp_grants g JOIN mcp_clients c ON c.id = g.client_id
      WHERE g.workspace_id = ${workspaceId} AND ${isOpen} ORDER BY g.id DESC`,
);

const revokeGrant = command(
  'mcp.revokeGrant',
  sql`UPDATE mcp_grants g SET ended_at = clock_timestamp()
      WHERE g.id = ${id} AND g.workspace_id = ${workspaceId} AND ${isOpen}`,
);

const removeGrants = command(
  'mcp.removeGrants',
  sql`DELETE FROM mcp_grants WHERE id IN (
        SELECT g.id FROM mcp_grants g
        WHERE ${isForgotten} AND NOT EXISTS (SELECT 1 FROM mcp_tokens t WHERE t.grant_id = g.id ${asked})
        ORDER BY ${grantEndsAt} LIMIT ${param('limit', 'bigint')})`,
);

/**
 * The access that a workspace has granted to an assistant by one consent: an authorization code, and the family of
 * tokens that begins with it. A grant ends 30 days after the consent, or earlier. Its end is final and ends all its
 * tokens. Times are the database's.
 */
export class McpGrant extends Model<InferAttributes<McpGrant>, InferCreationAttributes<McpGrant>> {
  declare id: string;
  declare workspaceId: string;
  declare clientId: string;
  /** The id of the consent page; each page grants once. */
  declare consentId: string;
  declare scopes: McpScope[];
  /** The only resource where the grant's tokens are accepted (RFC 8707). */
  declare resource: string;
  /** The redirect URI of the authorization request. */
  declare redirectUri: string;
  /** SHA-256 of the code; stays, so that a replay is recognized. */
  declare codeHash: string;
  declare codeChallenge: string;
  declare codeExpiresAt: Date;
  declare codeUsedAt: CreationOptional<Date | null>;
  declare expiresAt: Date;
  declare endedAt: CreationOptional<Date | null>;
  /** The number of tool calls with the grant. */
  declare calls: CreationOptional<number>;
  /** The last use; while the grant is in use, up to a minute late. */
  declare lastUsedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Writes a grant for the workspace of the key. One statement judges the key, writes the grant and locks the
   * workspace, so that a key which is replaced meanwhile leaves no grant behind.
   * @returns false: the key opens nothing (any more), or the page has granted already
   */
  static async open({ apiKey, code, ...grant }: NewMcpGrant): Promise<boolean> {
    const hashes = { apiKeyHash: hashApiKey(apiKey), codeHash: hashToken(code) };
    return (await openGrant.run({ id: uuidv7(), ...grant, ...hashes })) > 0;
  }

  /** Ends all grants of a workspace. */
  static async endOfWorkspace(workspaceId: string, transaction: Transaction): Promise<void> {
    await endGrantsOfWorkspace.run({ workspaceId }, transaction);
  }

  static async end(id: string): Promise<void> {
    await endGrant.run({ id });
  }

  /** Counts one call of a tool. */
  static async countCall(id: string): Promise<void> {
    await countCall.run({ id });
  }

  /** The open grants of a workspace, the latest first, also grants whose code was not exchanged yet. */
  static async openOf({ workspaceId }: Tenant): Promise<OpenMcpGrant[]> {
    return openGrants.all({ workspaceId });
  }

  /** Ends one grant of a workspace, and all its tokens. @returns false: the workspace has no such open grant */
  static async endOf({ workspaceId }: Tenant, id: string): Promise<boolean> {
    return (await revokeGrant.run({ id, workspaceId })) > 0;
  }

  /**
   * Removes up to `limit` grants that ended 30 days ago and have no tokens any more. Until then a token is known to have
   * ended. @returns how many
   */
  static async removeExpired(limit: number, days = retentionDefaults.grants): Promise<number> {
    return removeGrants.run({ limit, days });
  }
}

/** A grant as its workspace sees it. */
export type OpenMcpGrant = Readonly<z.infer<typeof OpenGrant>>;

/** The hash by which a code or a token is stored; codes and tokens have 256 bits, so that no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface NewMcpGrant {
  readonly apiKey: string;
  readonly code: string;
  readonly clientId: string;
  readonly consentId: string;
  readonly scopes: readonly McpScope[];
  readonly resource: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

export function initialize(sequelize: Sequelize): void {
  McpGrant.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      clientId: DataTypes.UUID,
      consentId: DataTypes.UUID,
      scopes: DataTypes.ARRAY(DataTypes.TEXT),
      resource: DataTypes.TEXT,
      redirectUri: DataTypes.TEXT,
      codeHash: DataTypes.TEXT,
      codeChallenge: DataTypes.TEXT,
      codeExpiresAt: DataTypes.DATE,
      codeUsedAt: DataTypes.DATE,
      expiresAt: DataTypes.DATE,
      endedAt: DataTypes.DATE,
      calls: { type: DataTypes.BIGINT, defaultValue: 0 },
      lastUsedAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'mcp_grants' },
  );
}
