import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { firstRow } from './sql';

/** A program that has registered to ask workspaces for grants (RFC 7591). It is never removed (contract.md §9). */
export class McpClient extends Model<InferAttributes<McpClient>, InferCreationAttributes<McpClient>> {
  /** The `client_id`. */
  declare id: string;
  /** What it calls itself; nobody has verified it. */
  declare name: string | null;
  declare redirectUris: string[];
  declare grantTypes: string[];
  declare createdAt: CreationOptional<Date>;

  static async register(client: NewMcpClient): Promise<RegisteredClient> {
    const id = uuidv7();
    const row = await firstRow<{ createdAt: Date }>(
      McpClient,
      `INSERT INTO mcp_clients (id, name, redirect_uris, grant_types) VALUES ($id, $name, $redirectUris, $grantTypes)
       RETURNING created_at AS "createdAt"`,
      { id, ...client },
    );
    if (!row) throw new Error('the client was not written');
    return { id, ...client, createdAt: row.createdAt };
  }

  /** @param id as a caller gives it; what is no id is unknown, too */
  static async find(id: string): Promise<RegisteredClient | null> {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
    return McpClient.findByPk(id, { raw: true });
  }
}

export type NewMcpClient = Pick<InferAttributes<McpClient>, 'name' | 'redirectUris' | 'grantTypes'>;
export type RegisteredClient = NewMcpClient & Pick<InferAttributes<McpClient>, 'id' | 'createdAt'>;

export function initialize(sequelize: Sequelize): void {
  McpClient.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: DataTypes.TEXT,
      redirectUris: DataTypes.ARRAY(DataTypes.TEXT),
      grantTypes: DataTypes.ARRAY(DataTypes.TEXT),
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'mcp_clients' },
  );
}
