import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';

const registerClient = statement(
  'mcp.registerClient',
  z.strictObject({ id: z.uuid(), createdAt: z.date() }),
  sql`INSERT INTO mcp_clients (id, name, redirect_uris, grant_types, metadata_hash)
      VALUES (${param('id', 'uuid')}, ${param('name', 'text', 'orNull')}, ${param('redirectUris', 'text[]')},
        ${param('grantTypes', 'text[]')}, ${param('metadataHash', 'text')})
      ON CONFLICT (metadata_hash) DO UPDATE SET metadata_hash = excluded.metadata_hash
      RETURNING id, created_at AS "createdAt"`,
);

/** A program that has registered to ask workspaces for grants (RFC 7591). It is never removed (contract.md §9). */
export class McpClient extends Model<InferAttributes<McpClient>, InferCreationAttributes<McpClient>> {
  /** The `client_id`. */
  declare id: string;
  /** The name that the client gives itself; unverified. */
  declare name: string | null;
  declare redirectUris: string[];
  declare grantTypes: string[];
  /** SHA-256 of all registered metadata: programs with the same metadata are the same client. */
  declare metadataHash: string;
  declare createdAt: CreationOptional<Date>;

  /** Writes a client, or finds the client with the same metadata, even a client that registers at the same moment. */
  static async register({ name, redirectUris, grantTypes }: NewMcpClient): Promise<RegisteredClient> {
    const metadata = { name, redirectUris, grantTypes };
    const row = await registerClient.first({ id: uuidv7(), ...metadata, metadataHash: hashOf(metadata) });
    if (!row) throw new Error('the client was not written');
    return { ...row, ...metadata };
  }

  /** The client that has registered the same metadata before. */
  static async withMetadata(metadata: NewMcpClient): Promise<RegisteredClient | null> {
    return McpClient.findOne({ where: { metadataHash: hashOf(metadata) }, raw: true });
  }

  /** @param id as a caller gives it: a text that is no id finds no client */
  static async find(id: string): Promise<RegisteredClient | null> {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
    return McpClient.findByPk(id, { raw: true });
  }
}

function hashOf({ name, redirectUris, grantTypes }: NewMcpClient): string {
  return createHash('sha256')
    .update(JSON.stringify([name, redirectUris, grantTypes]))
    .digest('hex');
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
      metadataHash: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'mcp_clients' },
  );
}
