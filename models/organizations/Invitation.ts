import { createHash, randomBytes } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { emailKey } from '../../domain/email';
import { invitationDays } from '../../domain/limits';
import type { MailStatus } from '../../domain/mail';
import type { Role } from '../../domain/permissions';
import type { Secrets } from '../../lib/secrets';
import { mayStill } from './mayStill';
import { firstRow, rows } from '../database/sql';
import type { OrganizationTenant } from '../database/Tenant';

/** An offer to join an organization, for the user with this email and the token. */
export class Invitation extends Model<InferAttributes<Invitation>, InferCreationAttributes<Invitation>> {
  declare id: string;
  declare organizationId: string;
  declare email: string;
  declare emailKey: string;
  declare role: InvitedRole;
  /** It counts as long as they may invite; null: nobody knows any more who it was. */
  declare invitedBy: CreationOptional<string | null>;
  /** SHA-256: the token has far more entropy than a password. */
  declare tokenHash: string;
  /** Encrypted until its mail is sent; context `invitations/<id>/token`. */
  declare sealedToken: string | null;
  declare expiresAt: Date;
  declare mailStatus: CreationOptional<MailStatus>;
  /** Counts the workflows that its mail has had. */
  declare mailRound: CreationOptional<number>;
  /** Somebody is handing the mail over until then. */
  declare mailLeaseUntil: CreationOptional<Date | null>;
  /** When the mail server took the mail, or refused it for good. */
  declare mailEndedAt: CreationOptional<Date | null>;
  /** The error with which the mail server refused it. */
  declare mailError: CreationOptional<string | null>;
  declare acceptedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Invites an email for seven days. Two at the same moment take turns.
   * @returns null where an invitation of this email is pending
   */
  static async add(
    tenant: OrganizationTenant,
    { email, role, invitedBy }: Pick<Invitation, 'email' | 'role' | 'invitedBy'>,
    secrets: Secrets,
    transaction: Transaction,
  ): Promise<PendingInvitation | null> {
    const { organizationId } = tenant;
    const key = emailKey(email);
    await rows(Invitation, lockOrganization, { organizationId }, transaction);
    if (await firstRow(Invitation, pendingOfEmail, { organizationId, key }, transaction)) return null;
    const id = uuidv7();
    const token = randomBytes(tokenBytes).toString('base64url');
    const [tokenHash, sealedToken] = [hashToken(token), secrets.encrypt(token, invitationContext(id))];
    const added = await firstRow<PendingInvitation>(
      Invitation,
      `INSERT INTO invitations (id, organization_id, email, email_key, role, invited_by, token_hash, sealed_token, expires_at)
       VALUES ($id, $organizationId, $email, $key, $role, $invitedBy, $tokenHash, $sealedToken,
               now() + make_interval(days => ${invitationDays}))
       RETURNING ${shown}`,
      { id, organizationId, email, key, role, invitedBy, tokenHash, sealedToken },
      transaction,
    );
    return added ?? null;
  }

  /** Those that can still be accepted, the newest first. */
  static async pending({ organizationId }: OrganizationTenant): Promise<PendingInvitation[]> {
    return rows<PendingInvitation>(
      Invitation,
      `SELECT ${shown} FROM invitations i WHERE organization_id = $organizationId AND ${isPending}
       ORDER BY created_at DESC, id DESC`,
      { organizationId },
    );
  }

  /** Takes back an invitation that nobody has accepted. @returns false for an unknown or accepted one */
  static async remove({ organizationId }: OrganizationTenant, id: string): Promise<boolean> {
    return (await Invitation.destroy({ where: { id, organizationId, acceptedAt: null } })) > 0;
  }

  /**
   * The invitation that a token belongs to, unless it was used or its sender may not invite any more. It stays as it is until
   * the end of the transaction.
   */
  static async lockOfToken(token: string, transaction: Transaction): Promise<LockedInvitation | null> {
    const found = await firstRow<LockedInvitation>(
      Invitation,
      `SELECT id, organization_id AS "organizationId", email_key AS "emailKey", role, expires_at <= now() AS "isExpired"
       FROM invitations i
       WHERE token_hash = $tokenHash AND accepted_at IS NULL AND ${inviterMayInvite} FOR UPDATE`,
      { tokenHash: hashToken(token) },
      transaction,
    );
    return found ?? null;
  }

  static async markAccepted(id: string, transaction: Transaction): Promise<void> {
    await rows(
      Invitation,
      'UPDATE invitations SET accepted_at = now(), sealed_token = NULL WHERE id = $id RETURNING id',
      { id },
      transaction,
    );
  }
}

/** The owner's role is nobody's to give. */
export type InvitedRole = Exclude<Role, 'owner'>;

export type PendingInvitation = Pick<
  Invitation,
  'id' | 'email' | 'role' | 'expiresAt' | 'createdAt' | 'mailStatus' | 'mailEndedAt' | 'mailError'
>;

export interface LockedInvitation extends Pick<Invitation, 'id' | 'organizationId' | 'emailKey' | 'role'> {
  isExpired: boolean;
}

const tokenBytes = 32;
const shown = `id, email, role, expires_at AS "expiresAt", created_at AS "createdAt",
  mail_status AS "mailStatus", mail_ended_at AS "mailEndedAt", mail_error AS "mailError"`;
/** A user who was removed, or has a lower role since, lets nobody in by an invitation from before. */
const inviterMayInvite = mayStill('invitation.manage', 'i', 'invited_by');
/** The invitation `i` can still be accepted. */
export const isPending = `i.accepted_at IS NULL AND i.expires_at > now() AND ${inviterMayInvite}`;
const lockOrganization = 'SELECT id FROM organizations WHERE id = $organizationId FOR NO KEY UPDATE';
const pendingOfEmail = `SELECT id FROM invitations i
  WHERE organization_id = $organizationId AND email_key = $key AND ${isPending}`;

/** The context of an encrypted token: a token cannot be moved to another row. */
export function invitationContext(id: string): string {
  return `invitations/${id}/token`;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function initialize(sequelize: Sequelize): void {
  Invitation.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: DataTypes.UUID,
      email: DataTypes.TEXT,
      emailKey: DataTypes.TEXT,
      role: DataTypes.TEXT,
      invitedBy: DataTypes.UUID,
      tokenHash: DataTypes.TEXT,
      sealedToken: DataTypes.TEXT,
      expiresAt: DataTypes.DATE,
      mailStatus: { type: DataTypes.TEXT, defaultValue: 'pending' },
      mailRound: { type: DataTypes.INTEGER, defaultValue: 1 },
      mailLeaseUntil: DataTypes.DATE,
      mailEndedAt: DataTypes.DATE,
      mailError: DataTypes.TEXT,
      acceptedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'invitations' },
  );
}
