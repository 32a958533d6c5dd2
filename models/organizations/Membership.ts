import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { roles, rolesFor } from '../../domain/permissions';
import type { Role } from '../../domain/permissions';
import { batchCalls } from '../database/batchCalls';
import type { LockedInvitation } from './Invitation';
import { param, sql, word } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { OrganizationTenant } from '../database/Tenant';
import { callOffTheirTickets } from './ticketAsker';

/** The channel that notifies the end of a membership, by the name that `membershipName` gives it. */
export const membershipsChannel = 'memberships_ended';

export function membershipName({ organizationId, userId }: MembershipKey): string {
  return `${organizationId}/${userId}`;
}

const id = param('id', 'uuid');
const role = param('role', 'text');
const userId = param('userId', 'uuid');
const organizationId = param('organizationId', 'uuid');

/** The end of a statement that deletes memberships, `ended`: the tickets that their users have begun end, too. */
const tellEnded = sql`, called_off AS (${callOffTheirTickets})
      SELECT FROM (SELECT pg_notify(${word(membershipsChannel)}, organization_id || '/' || user_id) FROM ended) told`;

const addMembership = command(
  'memberships.add',
  sql`INSERT INTO memberships (id, organization_id, user_id, role) VALUES (${id}, ${organizationId}, ${userId}, ${role})
      ON CONFLICT (organization_id, user_id) DO NOTHING`,
);

const actingOrganization = param('organizationId', 'uuid', 'orNull');
const Acting = z.strictObject({
  workspaceId: z.uuid(),
  organizationId: z.uuid(),
  role: z.enum(roles),
  /** The role in the workspace's root organization; null for a user without membership there. */
  rootRole: z.enum(roles).nullable(),
});
const actingOf = statement(
  'memberships.actingOf',
  Acting,
  sql`SELECT o.workspace_id AS "workspaceId", o.id AS "organizationId", m.role, of_root.role AS "rootRole"
      FROM memberships m JOIN organizations o ON o.id = m.organization_id
      JOIN organizations root ON root.workspace_id = o.workspace_id AND root.is_root
      LEFT JOIN memberships of_root ON of_root.organization_id = root.id AND of_root.user_id = m.user_id
      WHERE m.user_id = ${userId} AND (${actingOrganization} IS NULL OR o.id = ${actingOrganization})
      ORDER BY m.role = 'owner' DESC, m.joined_at, m.id LIMIT 1`,
);

const Member = z.strictObject({
  id: z.uuid(),
  role: z.enum(roles),
  joinedAt: z.date(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
});
const inOrganization = statement(
  'memberships.inOrganization',
  Member,
  sql`SELECT m.id, m.role, m.joined_at AS "joinedAt", u.id AS "userId", u.name, u.email
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ${organizationId} ORDER BY m.joined_at, m.id`,
);

const changeRole = command(
  'memberships.changeRole',
  sql`WITH changed AS (
        UPDATE memberships SET role = ${role} WHERE organization_id = ${organizationId} AND id = ${id}
        RETURNING organization_id, user_id),
      ended AS (SELECT * FROM changed WHERE ${role} <> ALL(${param('connecting', 'text[]')}))
      ${callOffTheirTickets}`,
);

const remove = command(
  'memberships.remove',
  sql`WITH ended AS (
        DELETE FROM memberships WHERE organization_id = ${organizationId} AND id = ${id} RETURNING organization_id, user_id)
      ${tellEnded}`,
);

const leave = command(
  'memberships.leave',
  sql`WITH ended AS (
        DELETE FROM memberships WHERE organization_id = ${organizationId} AND user_id = ${userId} AND role <> 'owner'
        RETURNING organization_id, user_id)
      ${tellEnded}`,
);

const goOn = statement(
  'memberships.goOn',
  z.strictObject({ goesOn: z.boolean() }),
  sql`SELECT EXISTS (
        SELECT FROM memberships m WHERE m.organization_id = asked.organization_id AND m.user_id = asked.user_id) AS "goesOn"
      FROM unnest(${param('organizationIds', 'uuid[]')}, ${param('userIds', 'uuid[]')})
        WITH ORDINALITY AS asked (organization_id, user_id, n)
      ORDER BY n`,
);

const ofEmail = command(
  'memberships.ofEmail',
  sql`SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ${organizationId} AND u.email_key = ${param('key', 'text')}`,
);

/** The role that a user holds in an organization. Each organization has one owner. */
export class Membership extends Model<InferAttributes<Membership>, InferCreationAttributes<Membership>> {
  declare id: string;
  declare organizationId: string;
  declare userId: string;
  declare role: Role;
  declare joinedAt: CreationOptional<Date>;

  /** @returns false where the user is a member already; the transaction goes on either way */
  static async add(
    { organizationId }: Joinable,
    { userId, role }: NewMembership,
    transaction: Transaction,
  ): Promise<boolean> {
    return (await addMembership.run({ id: uuidv7(), organizationId, userId, role }, transaction)) > 0;
  }

  /**
   * The membership in which a request of a user acts: in the named organization, or, without a name, in the first that
   * the user owns, else the first that the user has joined (contract.md §1).
   * @returns null for a user who is no member there
   */
  static async actingOf(userId: string, organizationId: string | undefined): Promise<ActingMembership | null> {
    const found = await actingOf.first({ userId, organizationId: organizationId ?? null });
    return found ?? null;
  }

  /** The members of an organization, in the order in which they have joined. */
  static async inOrganization({ organizationId }: OrganizationTenant): Promise<Member[]> {
    return inOrganization.all({ organizationId });
  }

  /** Reads the role of a member, and holds it until the end of the transaction. @returns null for an unknown member */
  static async lockRole(
    { organizationId }: OrganizationTenant,
    id: string,
    transaction: Transaction,
  ): Promise<Role | null> {
    const where = { id, organizationId };
    const found = await Membership.findOne({ where, attributes: ['role'], lock: transaction.LOCK.UPDATE, transaction });
    return found?.role ?? null;
  }

  /** Changes a role. A user who may no longer connect channels thereby loses the tickets that they have begun. */
  static async changeRole(
    { workspaceId, organizationId }: OrganizationTenant,
    { id, role }: Pick<Membership, 'id' | 'role'>,
    transaction: Transaction,
  ): Promise<void> {
    const connecting = rolesFor('connection.manage');
    await changeRole.run({ workspaceId, organizationId, id, role, connecting }, transaction);
  }

  static async remove(
    { workspaceId, organizationId }: OrganizationTenant,
    id: string,
    transaction: Transaction,
  ): Promise<void> {
    await remove.run({ workspaceId, organizationId, id }, transaction);
  }

  /** Ends the membership of a user who is not the owner. */
  static async leave({ workspaceId, organizationId }: OrganizationTenant, userId: string): Promise<void> {
    await leave.run({ workspaceId, organizationId, userId });
  }

  static async isMember({ organizationId }: Joinable, userId: string, transaction: Transaction): Promise<boolean> {
    return (await Membership.count({ where: { organizationId, userId }, transaction })) > 0;
  }

  /** Tells whether a membership still exists: a stream asks this while it goes on. */
  static readonly goesOn = batchCalls(async (asked: readonly Followed[]): Promise<boolean[]> => {
    const found = await goOn.all({
      organizationIds: asked.map(({ tenant }) => tenant.organizationId),
      userIds: asked.map(({ userId }) => userId),
    });
    return found.map(({ goesOn }) => goesOn);
  });

  /** Whether a member of the organization has this email. @param key as `emailKey` makes it */
  static async hasEmail(
    { organizationId }: OrganizationTenant,
    key: string,
    transaction: Transaction,
  ): Promise<boolean> {
    return (await ofEmail.run({ organizationId, key }, transaction)) > 0;
  }
}

export type MembershipKey = Pick<Membership, 'organizationId' | 'userId'>;
export type NewMembership = Pick<Membership, 'userId' | 'role'>;
/** An organization that the caller is in, has just made, or is invited to by a token. */
export type Joinable = OrganizationTenant | NewRoot | LockedInvitation;

/** The root organization of a workspace that the transaction has opened. */
export interface NewRoot {
  workspaceId: string;
  organizationId: string;
  webhookSecret: string;
}

/** A member whose stream goes on. */
export interface Followed {
  tenant: OrganizationTenant;
  userId: string;
}

/** The membership in which a request acts. */
export type ActingMembership = z.infer<typeof Acting>;

/** A membership with its user. */
export type Member = z.infer<typeof Member>;

export function initialize(sequelize: Sequelize): void {
  Membership.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: DataTypes.UUID,
      userId: DataTypes.UUID,
      role: DataTypes.TEXT,
      joinedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'memberships' },
  );
}
