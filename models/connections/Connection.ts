import { DataTypes, Model, Op } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import type { Channel, ChannelMetadata, PublishingWay } from '../../platforms/Platform';
import { platformColumn } from '../database/columns';
import { param, sql } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { statement } from '../database/statement';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import { holdOrganization } from '../organizations/holdOrganization';

export const tokenStatuses = ['valid', 'expired', 'missing'] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

const ToUse = z.strictObject({
  id: z.uuid(),
  platform: platformColumn,
  isActive: z.boolean(),
  tokenStatus: z.enum(tokenStatuses),
});
const forAssignment = statement(
  'connections.forAssignment',
  ToUse,
  sql`SELECT id, platform, is_active AS "isActive", token_status AS "tokenStatus" FROM connections c
      WHERE id = (SELECT connection_id FROM assignments WHERE id = ${param('assignmentId', 'uuid')}) AND ${ofTenant('c')}
        AND removed_at IS NULL FOR SHARE`,
);

/** An authorized link to one channel. Its tokens are encrypted: see `connectionTokens.ts`. */
export class Connection extends Model<InferAttributes<Connection>, InferCreationAttributes<Connection>> {
  declare id: string;
  declare workspaceId: string;
  declare organizationId: string;
  declare platform: PlatformSlug;
  declare externalPlatformId: string;
  /** The platform account that gave the tokens; null: unknown. A revocation by the account ends all its tokens. */
  declare platformAccount: string | null;
  declare name: string;
  declare thumbnailUrl: string | null;
  declare externalId: string | null;
  declare isActive: CreationOptional<boolean>;
  declare tokenStatus: TokenStatus;
  declare accessToken: string | null;
  declare refreshToken: string | null;
  declare tokenExpiresAt: Date | null;
  /** When the channel's owner has to connect it again, however often the tokens are renewed; null: never. */
  declare accessEndsAt: Date | null;
  /** The permissions that its owner has granted, by the platform's names (contract.md §4, features). */
  declare permissions: CreationOptional<readonly string[]>;
  /** Since when the platform has refused the tokens, or the account's owner has taken them back; null: they work, as far as is known. */
  declare accessLostAt: CreationOptional<Date | null>;
  /** When name, picture, metadata and counters were erased (contract.md §4); null: they are here. */
  declare dataErasedAt: CreationOptional<Date | null>;
  /** Numbers over time of posts published until then, and pictures read until then, are still to be deleted; null: none are. */
  declare erasePostsUntil: CreationOptional<Date | null>;
  declare tokenVersion: CreationOptional<number>;
  declare renewalLeaseUntil: Date | null;
  /** When the platform gave the tokens, or renewed them last. */
  declare tokensStoredAt: CreationOptional<Date>;
  /** The way of posts on a platform with two: `direct` once the platform has refused drafts on the channel. */
  declare publishing: CreationOptional<PublishingWay>;
  declare metadata: ChannelMetadata;
  /** A removed connection is neither listed nor found; connecting its channel again brings it back. */
  declare removedAt: Date | null;
  /** The number of removals of the connection so far, which names the run that completes a removal. */
  declare removals: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  /**
   * The connection that an assignment publishes to, share-locked so that it cannot be deactivated or removed before the commit.
   * The connection is locked before the assignment itself.
   */
  static async forAssignment(
    tenant: Tenant,
    assignmentId: string,
    transaction: Transaction,
  ): Promise<ConnectionToUse | undefined> {
    return forAssignment.first({ assignmentId, ...tenantValues(tenant) }, transaction);
  }

  /** One page of a tenant's connections, newest first, and the number of all. */
  static async page(tenant: Tenant, filter: ConnectionFilter): Promise<{ items: Connection[]; total: number }> {
    const { rows: items, count: total } = await Connection.findAndCountAll({
      where: {
        removedAt: { [Op.is]: null },
        ...(filter.platform && { platform: filter.platform }),
        ...(filter.externalId && { externalId: filter.externalId }),
        ...(filter.organizationId && { organizationId: filter.organizationId }),
        ...tenant.columns,
        ...(!filter.includeInactive && { isActive: { [Op.is]: true } }),
      },
      attributes: [...listedAttributes],
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      limit: filter.limit,
      offset: (filter.page - 1) * filter.limit,
      raw: true,
    });
    return { items, total };
  }

  /** A connection of this tenant, without its tokens; null for a foreign id as for an unknown id. */
  static async ofTenant(tenant: Tenant, id: string, transaction?: Transaction): Promise<Connection | null> {
    return Connection.findOne({
      ...(transaction && { transaction }),
      where: { id, ...tenant.columns, removedAt: { [Op.is]: null } },
      attributes: {
        exclude: [...secretAttributes],
      },
      raw: true,
    });
  }

  /** Changes the columns that a caller may change; without changes the row stays. Null for a foreign or unknown id. */
  static async edit(
    tenant: Tenant,
    id: string,
    changes: ConnectionChanges,
    transaction?: Transaction,
  ): Promise<Connection | null> {
    const { name, isActive, externalId } = changes;
    const values = {
      ...(name !== undefined && { name }),
      ...(isActive !== undefined && { isActive }),
      ...(externalId !== undefined && { externalId }),
    };
    if (Object.keys(values).length > 0) {
      const where = { id, ...tenant.columns, removedAt: { [Op.is]: null } };
      await Connection.update({ ...values, updatedAt: new Date() }, { where, ...(transaction && { transaction }) });
    }
    return Connection.ofTenant(tenant, id, transaction);
  }

  /**
   * The connection of an organization to one channel. A channel that comes back keeps its connection's id. The lock of
   * the organization makes the second of two grants of a new channel find the connection that the first grant made.
   */
  static async ofChannel(
    organizationId: string,
    platform: PlatformSlug,
    channel: Channel,
    transaction: Transaction,
  ): Promise<Connection | null> {
    await holdOrganization.run({ organizationId }, transaction);
    return Connection.findOne({
      where: { organizationId, platform, externalPlatformId: channel.externalPlatformId },
      transaction,
      lock: true,
    });
  }
}

/** Columns that no answer shows. */
const secretAttributes = [
  'accessToken',
  'refreshToken',
  'renewalLeaseUntil',
  'tokensStoredAt',
  'tokenVersion',
  'removals',
  'platformAccount',
  'accessLostAt',
  'dataErasedAt',
  'erasePostsUntil',
] as const;

const listedAttributes = [
  'id',
  'platform',
  'externalPlatformId',
  'name',
  'thumbnailUrl',
  'isActive',
  'tokenStatus',
  'tokenExpiresAt',
  'accessEndsAt',
  'permissions',
  'metadata',
  'createdAt',
] as const;

export type ConnectionToUse = z.infer<typeof ToUse>;

/** Fields that are left out stay as they are. */
export interface ConnectionChanges {
  name?: string | undefined;
  isActive?: boolean | undefined;
  externalId?: string | null | undefined;
}

export interface ConnectionFilter {
  platform?: PlatformSlug | undefined;
  externalId?: string | undefined;
  organizationId?: string | undefined;
  includeInactive: boolean;
  page: number;
  limit: number;
}

export function initialize(sequelize: Sequelize): void {
  Connection.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      platform: DataTypes.TEXT,
      externalPlatformId: DataTypes.TEXT,
      platformAccount: DataTypes.TEXT,
      name: DataTypes.TEXT,
      thumbnailUrl: DataTypes.TEXT,
      externalId: DataTypes.TEXT,
      isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
      tokenStatus: DataTypes.TEXT,
      accessToken: DataTypes.TEXT,
      refreshToken: DataTypes.TEXT,
      tokenExpiresAt: DataTypes.DATE,
      accessEndsAt: DataTypes.DATE,
      permissions: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
      accessLostAt: DataTypes.DATE,
      dataErasedAt: DataTypes.DATE,
      erasePostsUntil: DataTypes.DATE,
      tokenVersion: { type: DataTypes.INTEGER, defaultValue: 1 },
      renewalLeaseUntil: DataTypes.DATE,
      tokensStoredAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      publishing: { type: DataTypes.TEXT, defaultValue: 'staged' },
      metadata: DataTypes.JSONB,
      removedAt: DataTypes.DATE,
      removals: { type: DataTypes.INTEGER, defaultValue: 0 },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'connections' },
  );
}

/** The context of an encrypted token: a token cannot be moved to another row or column. */
export function tokenContext(connectionId: string, column: 'access_token' | 'refresh_token'): string {
  return `connections/${connectionId}/${column}`;
}
