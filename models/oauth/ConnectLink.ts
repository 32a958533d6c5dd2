import { randomBytes } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { FeatureName } from '../../domain/consent/feature';
import type { PlatformSlug } from '../../domain/platform';
import { OrganizationTenant, tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import {
  addLink,
  callOffTicket,
  hasCompleted,
  holdLink,
  linkOfSecret,
  progressOfLink,
  removeLinks,
  setTicket,
} from './connectLinkStatements';
import type { LinkProgress as Progress, OpenedLink as Opened } from './connectLinkStatements';
import { hashOf } from './OAuthTicket';

export type LinkProgress = z.infer<typeof Progress>;

/** A link whose secret a browser has brought, with the tenant that it was made in. */
export interface OpenedLink extends Readonly<z.infer<typeof Opened>> {
  readonly tenant: OrganizationTenant;
}

/**
 * An address at which a person connects a channel that an assistant has asked for (contract.md §9): for 30 minutes and for one success.
 * Its secret has 256 random bits and is stored hashed. Each press of its button makes a ticket, which takes the place of the one before.
 */
export class ConnectLink extends Model<InferAttributes<ConnectLink>, InferCreationAttributes<ConnectLink>> {
  declare id: string;
  declare workspaceId: string;
  declare organizationId: string;
  declare grantId: string;
  /** The user whose grant it is; null: a grant by API key. */
  declare createdBy: string | null;
  declare platform: PlatformSlug;
  /** The connection that is to be authorized again; null for a channel of the owner's choice. */
  declare connectionId: string | null;
  declare features: readonly FeatureName[];
  declare secretHash: string;
  /** The latest ticket of its button. */
  declare ticketId: CreationOptional<string | null>;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;

  /** Makes a link. The secret is told this once. */
  static async make(link: NewConnectLink): Promise<{ id: string; secret: string; expiresAt: Date }> {
    const [id, secret] = [uuidv7(), randomBytes(32).toString('base64url')];
    const row = await addLink.first({ id, ...link, secretHash: hashOf(secret) });
    if (!row) throw new Error('the link was not written');
    return { id, secret, expiresAt: row.expiresAt };
  }

  /** The link of a secret, whether it is over or not. */
  static async ofSecret(secret: string): Promise<OpenedLink | null> {
    const row = await linkOfSecret.first({ secretHash: hashOf(secret) });
    return row ? { ...row, tenant: new OrganizationTenant(row.workspaceId, row.organizationId) } : null;
  }

  /**
   * Holds a link and calls its latest ticket off, unless that has come to its end.
   * @returns false: that ticket has connected a channel, so that the link is used up
   */
  static async renew(id: string, transaction: Transaction): Promise<boolean> {
    const held = await holdLink.first({ id }, transaction);
    if (!held?.ticketId) return held !== undefined;
    await callOffTicket.run({ id: held.ticketId }, transaction);
    return !(await hasCompleted.first({ id: held.ticketId }, transaction));
  }

  /** Notes the ticket of a link that is held. */
  static async setTicket(id: string, ticketId: string, transaction: Transaction): Promise<void> {
    await setTicket.run({ id, ticketId }, transaction);
  }

  /** How far the connecting is. Undefined for a foreign id as for an unknown id. */
  static async progressOf(tenant: Tenant, id: string): Promise<LinkProgress | undefined> {
    return progressOfLink.first({ id, ...tenantValues(tenant) });
  }

  /** Removes links that were over a day ago. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    return removeLinks.run({ limit });
  }
}

export interface NewConnectLink {
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly grantId: string;
  readonly createdBy: string | null;
  readonly platform: PlatformSlug;
  readonly connectionId: string | null;
  readonly features: readonly FeatureName[];
}

export function initialize(sequelize: Sequelize): void {
  ConnectLink.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      grantId: DataTypes.UUID,
      createdBy: DataTypes.UUID,
      platform: DataTypes.TEXT,
      connectionId: DataTypes.UUID,
      features: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
      secretHash: DataTypes.TEXT,
      ticketId: DataTypes.UUID,
      expiresAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'connect_links' },
  );
}
