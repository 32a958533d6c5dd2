import { createHash, randomBytes } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { emailKey } from '../../domain/email';
import { invitationDays } from '../../domain/limits';
import { mailStatuses } from '../../domain/mail';
import type { MailStatus } from '../../domain/mail';
import { roles } from '../../domain/permissions';
import type { Role } from '../../domain/permissions';
import type { Secrets } from '../../lib/secrets';
import { holdOrganization } from './holdOrganization';
import { isStillPermitted } from './permissionSql';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { OrganizationTenant } from '../database/Tenant';

const InvitedRoles = z.enum(roles).exclude(['owner']);
const Pending = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role: InvitedRoles,
  expiresAt: z.date(),
  createdAt: z.date(),
  mailStatus: z.enum(mailStatuses),
  mailEndedAt: z.date().nullable(),
  mailError: z.string().nullable(),
});
const shown = sql`id, email, role, expires_at AS "expiresAt", created_at AS "createdAt",
  mail_status AS "mailStatus", mail_ended_at AS "mailEndedAt", mail_error AS "mailError"`;

const id = param('id', 'uuid');
const organizationId = param('organizationId', 'uuid');
const key = param('key', 'text');
/** Of an invitation `i`: its inviter was not removed, and has no role since that is too low for invitations. */
const inviterMayInvite = isStillPermitted('invitation.manage', sql`i.organization_id`, sql`i.invited_by`);
/** The invitation `i` can still be accepted. */
export const isPending = sql`i.accepted_at IS NULL AND i.expires_at > now() AND ${inviterMayInvite}`;

const pendingOfEmail = command(
  'invitations.pendingOfEmail',
  sql`SELECT FROM invitations i
      WHERE organization_id = ${organizationId} AND email_key = ${key} AND ${isPending}`,
);

const addInvitation = statement(
  'invitations.add',
  Pending,
  sql`INSERT INTO invitations (id, organization_id, email, email_key, role, invited_by, token_hash, sealed_token, expires_at)
      VALUES (${id}, ${organizationId}, ${param('email', 'text')}, ${key}, ${param('role', 'text')},
              ${param('invitedBy', 'uuid', 'orNull')}, ${param('tokenHash', 'text')}, ${param('sealedToken', 'text')},
              now() + make_interval(days => ${constant(invitationDays)}))
      RETURNING ${shown}`,
);

const pendingInvitations = statement(
  'invitations.pending',
  Pending,
  sql`SELECT ${shown} FROM invitations i WHERE organization_id = ${organizationId} AND ${isPending}
      ORDER BY created_at DESC, id DESC`,
);

const lockOfToken = statement(
  'invitations.lockOfToken',
  z.strictObject({
    id: z.uuid(),
    organizationId: z.uuid(),
    emailKey: z.string(),
    role: InvitedRoles,
    isExpired: z.boolean(),
  }),
  sql`SELECT id, organization_id AS "organizationId", email_key AS "emailKey", role, expires_at <= now() AS "isExpired"
      FROM invitations i
      WHERE token_hash = ${param('tokenHash', 'text')} AND accepted_at IS NULL AND ${inviterMayInvite} FOR UPDATE`,
);

const markAccepted = command(
  'invitations.markAccepted',
  sql`UPDATE invitations SET accepted_at = now(), sealed_token = NULL WHERE id = ${id}`,
);

/** An offer to join an organization, for the user with this email and the token. */
export class Invitation extends Model<InferAttributes<Invitation>, InferCreationAttributes<Invitation>> {
  declare id: string;
  declare organizationId: string;
  declare email: string;
  declare emailKey: string;
  declare role: InvitedRole;
  /** The inviter: the invitation counts as long as they may invite; null: unknown by now. */
  declare invitedBy: CreationOptional<string | null>;
  /** SHA-256: the token has far more entropy than a password. */
  declare tokenHash: string;
  /** The encrypted token until the mail is sent; context `invitations/<id>/token`. */
  declare sealedToken: string | null;
  declare expiresAt: Date;
  declare mailStatus: CreationOptional<MailStatus>;
  /** The number of workflows that the mail has had. */
  declare mailRound: CreationOptional<number>;
  /** The end of the lease of the worker that hands the mail over. */
  declare mailLeaseUntil: CreationOptional<Date | null>;
  /** When the mail server took the mail, or refused it for good. */
  declare mailEndedAt: CreationOptional<Date | null>;
  /** The error with which the mail server refused the mail. */
  declare mailError: CreationOptional<string | null>;
  declare acceptedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Invites an email for seven days. Two invitations at the same moment take turns.
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
    await holdOrganization.run({ organizationId }, transaction);
    if ((await pendingOfEmail.run({ organizationId, key }, transaction)) > 0) return null;
    const id = uuidv7();
    const token = randomBytes(tokenBytes).toString('base64url');
    const [tokenHash, sealedToken] = [hashToken(token), secrets.encrypt(token, invitationContext(id))];
    const invitation = { id, organizationId, email, key, role, invitedBy, tokenHash, sealedToken };
    const added = await addInvitation.first(invitation, transaction);
    return added ?? null;
  }

  /** The invitations that can still be accepted, the newest first. */
  static async pending({ organizationId }: OrganizationTenant): Promise<PendingInvitation[]> {
    return pendingInvitations.all({ organizationId });
  }

  /** Takes back an invitation that was not accepted. @returns false for an unknown or accepted invitation */
  static async remove({ organizationId }: OrganizationTenant, id: string): Promise<boolean> {
    return (await Invitation.destroy({ where: { id, organizationId, acceptedAt: null } })) > 0;
  }

  /**
   * The invitation that a token belongs to, unless the token was used or its sender may not invite any more. The
   * invitation is locked until the end of the transaction.
   */
  static async lockOfToken(token: string, transaction: Transaction): Promise<LockedInvitation | null> {
    const found = await lockOfToken.first({ tokenHash: hashToken(token) }, transaction);
    return found ?? null;
  }

  static async markAccepted(id: string, transaction: Transaction): Promise<void> {
    await markAccepted.run({ id }, transaction);
  }
}

/** The roles that an invitation can give: every role but the owner's. */
export type InvitedRole = Exclude<Role, 'owner'>;

export type PendingInvitation = Pick<
  Invitation,
  'id' | 'email' | 'role' | 'expiresAt' | 'createdAt' | 'mailStatus' | 'mailEndedAt' | 'mailError'
>;

export interface LockedInvitation extends Pick<Invitation, 'id' | 'organizationId' | 'emailKey' | 'role'> {
  isExpired: boolean;
}

const tokenBytes = 32;

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
