import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Role } from '../../domain/permissions';
import { firstRow, rows } from '../database/sql';
import { OrganizationTenant } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

/** A group of members within a workspace. The workspace's first one is its root. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare workspaceId: string;
  declare name: string;
  declare slug: string;
  declare isRoot: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Writes an organization with the first of these slugs that no other one has. One that is taken does not fail the
   * transaction.
   */
  static async add(parts: NewOrganization, slugs: Iterable<string>, transaction: Transaction): Promise<void> {
    for (const slug of slugs) {
      const added = await firstRow(
        Organization,
        `INSERT INTO organizations (id, workspace_id, name, slug, is_root)
         VALUES ($id, $workspaceId, $name, $slug, $isRoot) ON CONFLICT (slug) DO NOTHING RETURNING id`,
        { ...parts, slug },
        transaction,
      );
      if (added) return;
    }
    throw new Error('every slug that was given is taken');
  }

  /** Writes another organization of a workspace, as `add` does. @returns the tenant of requests that act in it */
  static async addTo(
    { workspaceId }: Tenant,
    { id, name }: Pick<NewOrganization, 'id' | 'name'>,
    { slugs, transaction }: { slugs: Iterable<string>; transaction: Transaction },
  ): Promise<OrganizationTenant> {
    await Organization.add({ id, workspaceId, name, isRoot: false }, slugs, transaction);
    return new OrganizationTenant(workspaceId, id);
  }

  /** Whether a request of this tenant may name the organization. */
  static async isOfTenant(tenant: Tenant, id: string): Promise<boolean> {
    if (tenant.organizationId !== null && tenant.organizationId !== id) return false;
    return (await Organization.count({ where: { id, workspaceId: tenant.workspaceId } })) > 0;
  }

  /** The id of the workspace's first organization. */
  static async rootOf({ workspaceId }: Tenant): Promise<string> {
    const where = { workspaceId, isRoot: true };
    return (await Organization.findOne({ where, attributes: ['id'], rejectOnEmpty: true, raw: true })).id;
  }

  /** Those that a user is a member of, of every workspace, in the order in which they have joined. */
  static async ofUser(userId: string): Promise<OrganizationOfUser[]> {
    return rows<OrganizationOfUser>(
      Organization,
      `SELECT ${shown} FROM memberships m JOIN organizations o ON o.id = m.organization_id
       WHERE m.user_id = $userId ORDER BY m.joined_at, m.id`,
      { userId },
    );
  }

  /** The organization that a member's request acts in, and who owns it. */
  static async detail({ organizationId }: OrganizationTenant, userId: string): Promise<OrganizationDetail | null> {
    const found = await firstRow<OrganizationDetail>(
      Organization,
      `SELECT ${shown}, json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS owner
       FROM organizations o JOIN memberships m ON m.organization_id = o.id AND m.user_id = $userId
       JOIN memberships of_owner ON of_owner.organization_id = o.id AND of_owner.role = 'owner'
       JOIN users u ON u.id = of_owner.user_id WHERE o.id = $organizationId`,
      { organizationId, userId },
    );
    return found ?? null;
  }
}

/** SQL: an organization `o` as its member `m` sees it. */
const shown = `o.id, o.name, o.slug, o.created_at AS "createdAt", m.role,
  (SELECT count(*)::integer FROM memberships c WHERE c.organization_id = o.id) AS "memberCount"`;

export interface OrganizationOfUser extends Pick<Organization, 'id' | 'name' | 'slug' | 'createdAt'> {
  /** The user's own. */
  role: Role;
  memberCount: number;
}

export interface OrganizationDetail extends OrganizationOfUser {
  owner: { id: string; name: string; email: string };
}

export type NewOrganization = Pick<Organization, 'id' | 'workspaceId' | 'name' | 'isRoot'>;

export function initialize(sequelize: Sequelize): void {
  Organization.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      name: DataTypes.TEXT,
      slug: DataTypes.TEXT,
      isRoot: { type: DataTypes.BOOLEAN, defaultValue: false },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'organizations' },
  );
}
