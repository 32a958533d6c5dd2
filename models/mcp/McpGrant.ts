import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { retentionDefaults } from '../../domain/retention';
import type { McpPower, McpScope } from '../../domain/mcp';
import type { Tenant } from '../database/Tenant';
import { hashApiKey } from '../organizations/Workspace';
import {
  countCall,
  endGrant,
  endGrantsOfUser,
  endKeyGrants,
  openByKey,
  openForPerson,
  openGrants,
  removeGrants,
  revokeGrant,
} from './grantStatements';
import type { OpenGrant } from './grantStatements';

/**
 * The access that a workspace or a person has granted to an assistant by one consent: an authorization code, and the
 * family of tokens that begins with it. A grant ends 30 days after the consent, or earlier. Its end is final and ends all
 * its tokens. A person's grant is over, too, as soon as the person is no member of its organization any more. Times are
 * the database's.
 */
export class McpGrant extends Model<InferAttributes<McpGrant>, InferCreationAttributes<McpGrant>> {
  declare id: string;
  declare workspaceId: string;
  declare clientId: string;
  /** The user for whom the assistant acts; null: a key grant, which acts for the workspace. */
  declare userId: CreationOptional<string | null>;
  /** The organization in which the user acts; null for a key grant. */
  declare organizationId: CreationOptional<string | null>;
  /** The id of the consent page; each page grants once. */
  declare consentId: string;
  declare scopes: McpScope[];
  /** The acts that the consent page has named. */
  declare powers: McpPower[];
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
  /** The most credits in a cycle; null: no limit of its own. */
  declare creditLimit: CreationOptional<number | null>;
  /** Of a grant with a limit: the credits held and charged in the cycle that began at `cycleStartedAt`. */
  declare creditsUsed: CreationOptional<number>;
  declare cycleStartedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Writes a grant for the workspace of the key. One statement judges the key, writes the grant and locks the
   * workspace, so that a key which is replaced meanwhile leaves no grant behind.
   * @returns false: the key opens nothing (any more), or the page has granted already
   */
  static async openByKey({ apiKey, code, ...grant }: NewMcpGrant & { readonly apiKey: string }): Promise<boolean> {
    const hashes = { apiKeyHash: hashApiKey(apiKey), codeHash: hashToken(code) };
    return (await openByKey.run({ id: uuidv7(), ...grant, ...hashes })) > 0;
  }

  /**
   * Writes a grant for a member of the organization, by one statement that holds membership and user.
   * @returns false: the user is no member there, has another password since the log-in, or the page has granted already
   */
  static async openForPerson({
    person,
    code,
    ...grant
  }: NewMcpGrant & { readonly person: LoggedInPerson }): Promise<boolean> {
    return (await openForPerson.run({ id: uuidv7(), ...grant, ...person, codeHash: hashToken(code) })) > 0;
  }

  /** Ends all key grants of a workspace. */
  static async endKeyGrants(workspaceId: string, transaction: Transaction): Promise<void> {
    await endKeyGrants.run({ workspaceId }, transaction);
  }

  /** Ends all grants of a person, in every workspace. */
  static async endOfUser(userId: string, transaction: Transaction): Promise<void> {
    await endGrantsOfUser.run({ userId }, transaction);
  }

  static async end(id: string): Promise<void> {
    await endGrant.run({ id });
  }

  /** Counts one call of a tool. */
  static async countCall(id: string): Promise<void> {
    await countCall.run({ id });
  }

  /**
   * The open grants of a workspace, the latest first, also grants whose code was not exchanged yet.
   * @param ofUser whose grants; null: all
   */
  static async openOf({ workspaceId }: Tenant, ofUser: string | null): Promise<OpenMcpGrant[]> {
    return openGrants.all({ workspaceId, ofUser });
  }

  /**
   * Ends one grant of a workspace, and all its tokens.
   * @param ofUser whose grant it must be; null: anybody's
   * @returns false: there is no such open grant
   */
  static async endOf({ workspaceId }: Tenant, id: string, ofUser: string | null): Promise<boolean> {
    return (await revokeGrant.run({ id, workspaceId, ofUser })) > 0;
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

/** The digest by which a log-in remembers a password: a change of it is noticed, and the digest opens nothing. */
export function digestOfPassword(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex');
}

/** A logged-in user, and the organization that they have picked. */
export interface LoggedInPerson {
  readonly userId: string;
  readonly passwordDigest: string;
  readonly organizationId: string;
}

export interface NewMcpGrant {
  readonly code: string;
  readonly clientId: string;
  readonly consentId: string;
  readonly scopes: readonly McpScope[];
  readonly powers: readonly McpPower[];
  readonly creditLimit: number | null;
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
      userId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      consentId: DataTypes.UUID,
      scopes: DataTypes.ARRAY(DataTypes.TEXT),
      powers: DataTypes.ARRAY(DataTypes.TEXT),
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
      creditLimit: DataTypes.INTEGER,
      creditsUsed: { type: DataTypes.INTEGER, defaultValue: 0 },
      cycleStartedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'mcp_grants' },
  );
}
