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

const keepDocument = statement(
  'mcp.keepDocument',
  z.strictObject({ id: z.uuid(), createdAt: z.date() }),
  sql`INSERT INTO mcp_clients (id, name, redirect_uris, grant_types, metadata_url, fresh_until)
      VALUES (${param('id', 'uuid')}, ${param('name', 'text', 'orNull')}, ${param('redirectUris', 'text[]')},
        ${param('grantTypes', 'text[]')}, ${param('metadataUrl', 'text')},
        now() + make_interval(secs => ${param('freshSeconds', 'integer')}))
      ON CONFLICT (metadata_url) DO UPDATE SET (name, redirect_uris, grant_types, fresh_until)
        = (excluded.name, excluded.redirect_uris, excluded.grant_types, excluded.fresh_until)
      RETURNING id, created_at AS "createdAt"`,
);

/**
 * A program that asks workspaces for grants: it has registered (RFC 7591), or a document at its own address describes it. It is never
 * removed (contract.md §9).
 */
export class McpClient extends Model<InferAttributes<McpClient>, InferCreationAttributes<McpClient>> {
  /** The `client_id` of a registered client. */
  declare id: string;
  /** The name that the client gives itself; unverified. */
  declare name: string | null;
  declare redirectUris: string[];
  declare grantTypes: string[];
  /** SHA-256 of all registered metadata: programs with the same metadata are the same client. Null for a client of a document. */
  declare metadataHash: string | null;
  /** The address of the document that describes the client, which is its `client_id`; null for a registered client. */
  declare metadataUrl: string | null;
  /** Until then the document need not be read again. */
  declare freshUntil: Date | null;
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

  /** The client of a `client_id` as a caller gives it: its own id, or the address of its document as it was last read. */
  static async find(clientId: string): Promise<RegisteredClient | null> {
    if (clientId.startsWith('https://')) return McpClient.ofDocument(clientId);
    const client = await McpClient.row(clientId);
    return client?.metadataUrl === null ? client : null;
  }

  /** @param id of the row: a text that is no id finds no client */
  static async row(id: string): Promise<KnownClient | null> {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
    return McpClient.findByPk(id, { raw: true });
  }

  /** The client of a document that was read before, fresh or not. */
  static async ofDocument(metadataUrl: string): Promise<KnownClient | null> {
    return McpClient.findOne({ where: { metadataUrl }, raw: true });
  }

  /** Keeps the client of a document for this time; its grants stay. */
  static async keep(metadataUrl: string, metadata: NewMcpClient, freshSeconds: number): Promise<RegisteredClient> {
    const { name, redirectUris, grantTypes } = metadata;
    const row = await keepDocument.first({ id: uuidv7(), name, redirectUris, grantTypes, metadataUrl, freshSeconds });
    if (!row) throw new Error('the client was not written');
    return { ...row, name, redirectUris, grantTypes };
  }
}

function hashOf({ name, redirectUris, grantTypes }: NewMcpClient): string {
  return createHash('sha256')
    .update(JSON.stringify([name, redirectUris, grantTypes]))
    .digest('hex');
}

export type NewMcpClient = Pick<InferAttributes<McpClient>, 'name' | 'redirectUris' | 'grantTypes'>;
export type RegisteredClient = NewMcpClient & Pick<InferAttributes<McpClient>, 'id' | 'createdAt'>;

/** A client as its row has it. */
export type KnownClient = RegisteredClient & Pick<InferAttributes<McpClient>, 'metadataUrl' | 'freshUntil'>;

export function initialize(sequelize: Sequelize): void {
  McpClient.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: DataTypes.TEXT,
      redirectUris: DataTypes.ARRAY(DataTypes.TEXT),
      grantTypes: DataTypes.ARRAY(DataTypes.TEXT),
      metadataHash: DataTypes.TEXT,
      metadataUrl: DataTypes.TEXT,
      freshUntil: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'mcp_clients' },
  );
}
