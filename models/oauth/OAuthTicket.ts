import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { PlatformSlug } from '../../domain/platform';
import { endedTicketStatuses, ticketConsentMinutes, ticketOpeningMinutes } from '../../domain/ticket';
import type { TicketError, TicketStatus } from '../../domain/ticket';
import { retentionDefaults } from '../../domain/retention';
import { askerMayConnect } from '../organizations/ticketAsker';
import { ticketColumns } from './ticketColumns';
import type { NewTicket } from './ticketColumns';
import { firstRow, rows } from '../database/sql';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

/**
 * A ticket: one attempt of a channel's owner to let the service act for it. The row decides all that happens: each step
 * is a compare-and-set on its status, no step is taken after its time, and an end is final. Times are the database's.
 */
export class OAuthTicket extends Model<InferAttributes<OAuthTicket>, InferCreationAttributes<OAuthTicket>> {
  declare id: string;
  declare workspaceId: string;
  declare organizationId: string;
  declare platform: PlatformSlug;
  /** The user who has asked for it; null: the API key. */
  declare createdBy: CreationOptional<string | null>;
  /** The connection that is to be authorized anew; null for a channel of the owner's choice. */
  declare connectionId: string | null;
  declare redirectUrl: string;
  declare status: CreationOptional<TicketStatus>;
  declare error: TicketError | null;
  /** Why it has failed, in a sentence for the channel's owner; null where the error says all. */
  declare reason: CreationOptional<string | null>;
  /** SHA-256 of the one-time secret that the platform brings back; stays, so that a second use is recognized. */
  declare stateHash: string | null;
  /** SHA-256 of the cookie of the browser that opened `authorize`. */
  declare browserHash: string | null;
  /** The secrets that the next step needs, encrypted (see `ticketSecrets.ts`); null when no step needs any. */
  declare sealed: string | null;
  /** The account of the platform that has given its tokens; null: there are none yet, or it is not known. */
  declare platformAccount: CreationOptional<string | null>;
  /** The connection that it has made or updated. */
  declare connectedId: string | null;
  declare expiresAt: Date;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  static async insert(ticket: NewTicket, transaction: Transaction): Promise<{ expiresAt: Date }> {
    const row = await firstRow<{ expiresAt: Date }>(
      OAuthTicket,
      `INSERT INTO oauth_tickets (id, workspace_id, organization_id, platform, connection_id, redirect_url, created_by, expires_at)
       VALUES ($id, $workspaceId, $organizationId, $platform, $connectionId, $redirectUrl, $createdBy,
               now() + make_interval(mins => ${ticketOpeningMinutes}))
       RETURNING expires_at AS "expiresAt"`,
      { createdBy: null, ...ticket },
      transaction,
    );
    if (!row) throw new Error('the ticket was not written');
    return row;
  }

  static async find(id: string): Promise<Ticket | undefined> {
    return firstRow(OAuthTicket, `SELECT ${ticketColumns} FROM oauth_tickets WHERE id = $id`, { id });
  }

  /**
   * A ticket that people of this tenant may look at: of their organization, or asked for with the API key of their
   * workspace (contract.md §13). A foreign id is undefined as an unknown one is.
   */
  static async ofTenant(tenant: Tenant, id: string): Promise<Ticket | undefined> {
    return firstRow(
      OAuthTicket,
      `SELECT ${ticketColumns} FROM oauth_tickets
       WHERE id = $id AND workspace_id = $workspaceId
         AND ($organizationId::uuid IS NULL OR organization_id = $organizationId OR created_by IS NULL)`,
      { id, ...tenantValues(tenant) },
    );
  }

  /** The ticket that this state was made for, in any status. */
  static async ofState(state: string): Promise<Ticket | undefined> {
    const stateHash = hashOf(state);
    return firstRow(OAuthTicket, `SELECT ${ticketColumns} FROM oauth_tickets WHERE state_hash = $stateHash`, {
      stateHash,
    });
  }

  /**
   * `pending` → `consumed`: from now on there is time for consent and choice. False: it was not to be had any more, or who
   * has asked for it may not connect channels any more.
   */
  static async consume(id: string, { state, browser, sealed }: Consumption): Promise<boolean> {
    const row = await firstRow(
      OAuthTicket,
      `UPDATE oauth_tickets t
       SET status = 'consumed', state_hash = $stateHash, browser_hash = $browserHash, sealed = $sealed,
           expires_at = clock_timestamp() + make_interval(mins => ${ticketConsentMinutes}), updated_at = clock_timestamp()
       WHERE id = $id AND status = 'pending' AND expires_at > clock_timestamp() AND ${askerMayConnect} RETURNING id`,
      { id, sealed, stateHash: hashOf(state), browserHash: hashOf(browser) },
    );
    return row !== undefined;
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
    const row = await firstRow(
      OAuthTicket,
      `UPDATE oauth_tickets t SET status = $to, sealed = $sealed, updated_at = clock_timestamp(),
         platform_account = coalesce($platformAccount, platform_account)
       WHERE id = $id AND status = $from AND expires_at > clock_timestamp() AND ${askerMayConnect} RETURNING id`,
      { id, from, to, sealed, platformAccount },
      transaction,
    );
    return row !== undefined;
  }

  /**
   * `granted` → `exchanging`: gives what the ticket holds to the one that asks first, and forgets it. Null for all others.
   */
  static async takeCode(id: string): Promise<string | null> {
    const row = await firstRow<{ sealed: string }>(
      OAuthTicket,
      `WITH taken AS (
         SELECT id, sealed FROM oauth_tickets
         WHERE id = $id AND status = 'granted' AND expires_at > clock_timestamp() FOR UPDATE)
       UPDATE oauth_tickets t SET status = 'exchanging', sealed = NULL, updated_at = clock_timestamp()
       FROM taken WHERE t.id = taken.id RETURNING taken.sealed`,
      { id },
    );
    return row?.sealed ?? null;
  }

  /** Ends the ticket without a connection if it stands at one of `from`. False: it does not, and stays as it is. */
  static async fail(
    id: string,
    error: Exclude<TicketError, 'invalid_ticket' | 'ticket_expired'>,
    from: readonly TicketStatus[],
    reason: string | null = null,
  ): Promise<boolean> {
    const row = await firstRow(
      OAuthTicket,
      `UPDATE oauth_tickets
       SET status = 'failed', error = $error, reason = $reason, sealed = NULL, updated_at = clock_timestamp()
       WHERE id = $id AND status = ANY($from) RETURNING id`,
      { id, error, from, reason },
    );
    return row !== undefined;
  }

  /**
   * Ends tickets whose time has long been over but that no workflow has ended, and removes those of last month.
   * @returns how many it was, at most twice `limit`
   */
  static async removeExpired(limit: number, days = retentionDefaults.tickets): Promise<number> {
    const done = await rows(
      OAuthTicket,
      `WITH ended AS (
         UPDATE oauth_tickets SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
         WHERE id IN (SELECT id FROM oauth_tickets
                      WHERE status NOT IN (${ended}) AND expires_at < now() - interval '1 hour'
                      ORDER BY expires_at LIMIT $limit)
         RETURNING 1),
       removed AS (
         DELETE FROM oauth_tickets WHERE id IN (
           SELECT id FROM oauth_tickets
           WHERE status IN (${ended}) AND created_at < now() - make_interval(days => $days::int)
           ORDER BY created_at LIMIT $limit)
         RETURNING 1)
       SELECT 1 FROM ended UNION ALL SELECT 1 FROM removed`,
      { limit, days },
    );
    return done.length;
  }

  /** Ends the ticket if it is open and its time is over; at once if it was called off. */
  static async expire(id: string, calledOff = false): Promise<void> {
    await firstRow(
      OAuthTicket,
      `UPDATE oauth_tickets SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
       WHERE id = $id AND status <> ALL($ended) AND ($calledOff OR expires_at <= clock_timestamp()) RETURNING id`,
      { id, calledOff, ended: endedTicketStatuses },
    );
  }
}

/** The statuses of tickets that are over, as SQL. The index of the others has the same words. */
const ended = endedTicketStatuses.map((status) => `'${status}'`).join(', ');

/** One-time secrets are stored hashed; they have 256 bits of their own, so that no slow hash is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A ticket as it stood when it was read. */
export type Ticket = NewTicket &
  Pick<
    InferAttributes<OAuthTicket>,
    'status' | 'error' | 'reason' | 'stateHash' | 'browserHash' | 'sealed' | 'connectedId'
  > & {
    /** Milliseconds until its time is over; negative after that. */
    leftMs: number;
  };

interface Consumption {
  state: string;
  browser: string;
  sealed: string;
}

export interface TicketStep {
  from: TicketStatus;
  to: TicketStatus;
  sealed: string | null;
  /** Once it is known. */
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
