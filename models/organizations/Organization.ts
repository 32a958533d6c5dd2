import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { roles } from '../../domain/permissions';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import { OrganizationTenant } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

const organizationId = param('organizationId', 'uuid');
const userId = param('userId', 'uuid');

const addOrganization = command(
  'organizations.add',
  sql`INSERT INTO organizations (id, workspace_id, name, slug, is_root)
      VALUES (${param('id', 'uuid')}, ${param('workspaceId', 'uuid')}, ${param('name', 'text')}, ${param('slug', 'text')},
        ${param('isRoot', 'boolean')})
      ON CONFLICT (slug) DO NOTHING`,
);

const OfUser = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  /** The role of the user. */
  role: z.enum(roles),
  memberCount: z.int(),
});
/** An organization `o` as its member `m` sees it. */
const shown = sql`o.id, o.name, o.slug, o.created_at AS "createdAt", m.role,
  (SELECT count(*)::integer FROM memberships c WHERE c.organization_id = o.id) AS "memberCount"`;

const ofUser = statement(
  'organizations.ofUser',
  OfUser,
  sql`SELECT ${shown} FROM memberships m JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id = ${userId} ORDER BY m.joined_at, m.id`,
);

const Detail = OfUser.extend({ owner: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }) });
const detail = statement(
  'organizations.detail',
  Detail,
  sql`SELECT ${shown}, json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS owner
      FROM organizations o JOIN memberships m ON m.organization_id = o.id AND m.user_id = ${userId}
      JOIN memberships of_owner ON of_owner.organization_id = o.id AND of_owner.role = 'owner'
      JOIN users u ON u.id = of_owner.user_id WHERE o.id = ${organizationId}`,
);

/** A group of members within a workspace. The first organization of the workspace is its root. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare workspaceId: string;
  declare name: string;
  declare slug: string;
  declare isRoot: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;

  /**
   * Writes an organization with the first of these slugs that no other organization has. A slug in use does not fail
   * the transaction.
   */
  static async add(parts: NewOrganization, slugs: Iterable<string>, transaction: Transaction): Promise<void> {
    for (const slug of slugs) {
      if ((await addOrganization.run({ ...parts, slug }, transaction)) > 0) return;
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

  /** The organizations that a user is a member of, in every workspace, in the order of joining. */
  static async ofUser(userId: string): Promise<OrganizationOfUser[]> {
    return ofUser.all({ userId });
  }

  /** The organization that a member's request acts in, with its owner. */
  static async detail({ organizationId }: OrganizationTenant, userId: string): Promise<OrganizationDetail | null> {
    const found = await detail.first({ organizationId, userId });
    return found ?? null;
  }
}

export type OrganizationOfUser = z.infer<typeof OfUser>;
export type OrganizationDetail = z.infer<typeof Detail>;

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
