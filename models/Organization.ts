import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';

/** A group of members within a workspace. The workspace's first one is its root. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare workspaceId: string;
  declare name: string;
  declare slug: string;
  declare isRoot: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;

  static async isOfWorkspace(workspaceId: string, id: string): Promise<boolean> {
    return (await Organization.count({ where: { id, workspaceId } })) > 0;
  }

  /** The id of the workspace's first organization. */
  static async rootOf(workspaceId: string): Promise<string> {
    const where = { workspaceId, isRoot: true };
    return (await Organization.findOne({ where, attributes: ['id'], rejectOnEmpty: true, raw: true })).id;
  }
}

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
