import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { FeatureName } from '../../domain/consent/feature';
import type { PlatformSlug } from '../../domain/platform';
import type { z } from 'zod';
import { endedTicketStatuses } from '../../domain/ticket';
import type { TicketError, TicketStatus } from '../../domain/ticket';
import { retentionDefaults } from '../../domain/retention';
import {
  addTicket,
  consumeTicket,
  expireTicket,
  failTicket,
  findTicket,
  moveTicket,
  removeTickets,
  takeCode,
  ticketOfState,
  ticketOfTenant,
} from './ticketStatements';
import type { Ticket as TicketRow } from './ticketStatements';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

/**
 * A ticket: one attempt of a channel's owner to let the service act for the channel. The row decides: each step is a
 * compare-and-set on its status, no step is taken after its time, and an end is final. Times are the database's.
 */
export class OAuthTicket extends Model<InferAttributes<OAuthTicket>, InferCreationAttributes<OAuthTicket>> {
  declare id: string;
  declare workspaceId: string;
  declare organizationId: string;
  declare platform: PlatformSlug;
  /** The user who created the ticket; null: the API key. */
  declare createdBy: CreationOptional<string | null>;
  /** The connection that is to be authorized again; null for a channel of the owner's choice. */
  declare connectionId: string | null;
  declare redirectUrl: string;
  /** The features that the consent asks for. */
  declare features: CreationOptional<readonly FeatureName[]>;
  /** Of these, the features that its connection did not get. */
  declare missing: CreationOptional<readonly FeatureName[]>;
  declare status: CreationOptional<TicketStatus>;
  declare error: TicketError | null;
  /** The reason of the failure, in a sentence for the channel's owner; null where the error says all. */
  declare reason: CreationOptional<string | null>;
  /** SHA-256 of the state, a secret that the platform brings back; kept, so that a second use is recognized. */
  declare stateHash: string | null;
  /** SHA-256 of the cookie of the browser that opened `authorize`. */
  declare browserHash: string | null;
  /** The secrets that the next step needs, encrypted (see `ticketSecrets.ts`); null when no step needs secrets. */
  declare sealed: string | null;
  /** The platform account that has given the tokens; null: there are no tokens yet, or the account is unknown. */
  declare platformAccount: CreationOptional<string | null>;
  /** The connection that the ticket has made or updated. */
  declare connectedId: string | null;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static async insert(ticket: NewTicket, transaction: Transaction): Promise<{ expiresAt: Date }> {
    const row = await addTicket.first({ createdBy: null, features: [], ...ticket }, transaction);
    if (!row) throw new Error('the ticket was not written');
    return row;
  }

  static async find(id: string): Promise<Ticket | undefined> {
    return findTicket.first({ id });
  }

  /**
   * A ticket that people of this tenant may look at: of their organization, or asked for with the API key of their
   * workspace (contract.md §13). Undefined for a foreign id as for an unknown id.
   */
  static async ofTenant(tenant: Tenant, id: string): Promise<Ticket | undefined> {
    return ticketOfTenant.first({ id, ...tenantValues(tenant) });
  }

  /** The ticket that this state was made for, in any status. */
  static async ofState(state: string): Promise<Ticket | undefined> {
    return ticketOfState.first({ stateHash: hashOf(state) });
  }

  /**
   * `pending` → `consumed`: from now on there is time for consent and choice. False: the ticket was not pending any
   * more, or its creator may not connect channels any more.
   */
  static async consume(id: string, { state, browser, sealed }: Consumption): Promise<boolean> {
    return (await consumeTicket.run({ id, sealed, stateHash: hashOf(state), browserHash: hashOf(browser) })) > 0;
  }

  /**
   * Takes a step within the ticket's time, replacing its secrets. False: the ticket has another status, its time is
   * over, or its user may not connect channels any more.
   */
  static async move(
    id: string,
    { from, to, sealed, platformAccount = null }: TicketStep,
    transaction?: Transaction,
  ): Promise<boolean> {
    return (await moveTicket[to].run({ id, from, to, sealed, platformAccount }, transaction)) > 0;
  }

  /**
   * `granted` → `exchanging`: gives the ticket's secrets to the first caller, and forgets them. Null for later callers.
   */
  static async takeCode(id: string): Promise<string | null> {
    const row = await takeCode.first({ id });
    return row?.sealed ?? null;
  }

  /** Ends the ticket without a connection if its status is in `from`. False: the status is another, and stays. */
  static async fail(
    id: string,
    error: Exclude<TicketError, 'invalid_ticket' | 'ticket_expired'>,
    from: readonly TicketStatus[],
    reason: string | null = null,
  ): Promise<boolean> {
    return (await failTicket.run({ id, error, from, reason })) > 0;
  }

  /**
   * Ends tickets whose time has long been over but that no workflow has ended, and removes the tickets of last month.
   * @returns the number of both, at most twice `limit`
   */
  static async removeExpired(limit: number, days = retentionDefaults.tickets): Promise<number> {
    return removeTickets.run({ limit, days });
  }

  /** Ends an open ticket whose time is over; at once if the ticket was called off. */
  static async expire(id: string, calledOff = false): Promise<void> {
    await expireTicket.run({ id, calledOff, ended: endedTicketStatuses });
  }
}

/** The hash by which a one-time secret is stored; the secret has 256 bits, so that no slow hash is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A ticket before it is written. */
export interface NewTicket {
  id: string;
  workspaceId: string;
  organizationId: string;
  platform: PlatformSlug;
  connectionId: string | null;
  redirectUrl: string;
  /** Left out: none. */
  features?: readonly FeatureName[];
  /** The user who created the ticket; null, or left out: the API key. */
  createdBy?: string | null;
}

export type Ticket = z.infer<typeof TicketRow>;

interface Consumption {
  state: string;
  browser: string;
  sealed: string;
}

export interface TicketStep {
  from: TicketStatus;
  to: keyof typeof moveTicket;
  sealed: string | null;
  /** The platform account, once it is known. */
  platformAccount?: string | null;
}

export function initialize(sequelize: Sequelize): void {
  OAuthTicket.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      platform: DataTypes.TEXT,
      createdBy: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      redirectUrl: DataTypes.TEXT,
      features: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
      missing: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
      status: { type: DataTypes.TEXT, defaultValue: 'pending' },
      error: DataTypes.TEXT,
      reason: DataTypes.TEXT,
      stateHash: DataTypes.TEXT,
      browserHash: DataTypes.TEXT,
      sealed: DataTypes.TEXT,
      platformAccount: DataTypes.TEXT,
      connectedId: DataTypes.UUID,
      expiresAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'oauth_tickets' },
  );
}
