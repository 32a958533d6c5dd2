import { createHash, randomBytes, randomInt } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { batchCalls } from '../database/batchCalls';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const isUseToNote = sql`(api_key_last_used_at IS NULL OR api_key_last_used_at <= now() - interval '1 minute')`;

const ofApiKeys = statement(
  'workspaces.ofApiKeys',
  z.strictObject({ id: z.uuid(), apiKeyHash: z.string().nullable(), isNoted: z.boolean() }),
  sql`SELECT id, api_key_hash AS "apiKeyHash", NOT ${isUseToNote} AS "isNoted" FROM workspaces
      WHERE api_key_hash = ANY(${param('hashes', 'text[]')})`,
);

/** A key that was rotated meanwhile is not noted as used. */
const noteUse = command(
  'workspaces.noteUse',
  sql`UPDATE workspaces SET api_key_last_used_at = now()
      WHERE id = ${param('id', 'uuid')} AND api_key_hash = ${param('apiKeyHash', 'text')} AND ${isUseToNote}`,
);

/** The tenant: one API client with at most one API key (contract.md §1). */
export class Workspace extends Model<InferAttributes<Workspace>, InferCreationAttributes<Workspace>> {
  declare id: string;
  declare name: string;
  declare apiKeyHash: string | null;
  declare apiKeyPrefix: string | null;
  declare apiKeyLast4: string | null;
  declare apiKeyCreatedAt: Date | null;
  /** The last use of the key, to the minute. */
  declare apiKeyLastUsedAt: CreationOptional<Date | null>;
  /** Encrypted; context `workspaces/<id>/webhook_secret`. */
  declare webhookSecret: string;
  /** The secret before the last rotation; encrypted in the same context. */
  declare previousWebhookSecret: string | null;
  declare previousSecretExpiresAt: Date | null;
  /** Whether the numbers of published posts are read over time (contract.md §2). */
  declare postStatistics: CreationOptional<boolean>;
  declare createdAt: CreationOptional<Date>;

  /**
   * The workspace that a key opens, or null. The key itself is stored nowhere, only its SHA-256. The use of a key is
   * noted once a minute at most.
   */
  static async ofApiKey(apiKey: string): Promise<{ id: string } | null> {
    if (!apiKeyPattern.test(apiKey)) return null;
    const apiKeyHash = hashApiKey(apiKey);
    const found = await ofApiKeyHash(apiKeyHash);
    if (!found) return null;
    const { id, isNoted } = found;
    if (!isNoted) await noteUse.run({ id, apiKeyHash });
    return { id };
  }

  static async ofTenant({ workspaceId }: Tenant): Promise<Workspace> {
    return Workspace.findByPk(workspaceId, { rejectOnEmpty: true, raw: true });
  }

  /** Changes settings of a tenant's workspace; a setting that is left out stays. @returns the settings as they are then */
  static async change({ workspaceId }: Tenant, { postStatistics }: SettingChanges): Promise<Settings> {
    const found = await changeSettings.first({ id: workspaceId, postStatistics: postStatistics ?? null });
    if (!found) throw new Error('a tenant has a workspace');
    return found;
  }
}

const Settings = z.strictObject({ postStatistics: z.boolean() });
type Settings = z.infer<typeof Settings>;

export interface SettingChanges {
  postStatistics?: boolean | undefined;
}

const changeSettings = statement(
  'workspaces.changeSettings',
  Settings,
  sql`UPDATE workspaces SET post_statistics = coalesce(${param('postStatistics', 'boolean', 'orNull')}, post_statistics)
      WHERE id = ${param('id', 'uuid')} RETURNING post_statistics AS "postStatistics"`,
);

const ofApiKeyHash = batchCalls(async (hashes: readonly string[]): Promise<(KeyHolder | undefined)[]> => {
  const found = await ofApiKeys.all({ hashes });
  const byHash = new Map(found.map((holder) => [holder.apiKeyHash, holder]));
  return hashes.map((hash) => byHash.get(hash));
});
interface KeyHolder {
  id: string;
  isNoted: boolean;
}

const apiKeyPrefix = 'ds_live_';
const apiKeyPattern = /^ds_live_[A-Za-z0-9]{32}$/;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new API key: `ds_live_` and 32 random characters of `[A-Za-z0-9]`, 190 bits (contract.md §13). */
export function generateApiKey(): string {
  return apiKeyPrefix + Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The columns of a new key. No slow hash: the key has far more entropy than a password. */
export function apiKeyColumns(apiKey: string) {
  return {
    apiKeyHash: hashApiKey(apiKey),
    apiKeyPrefix,
    apiKeyLast4: apiKey.slice(-4),
    apiKeyCreatedAt: new Date(),
  };
}

/** A new webhook secret: `whsec_` and the base64 of 32 random bytes (contract.md §5). */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The context of an encrypted webhook secret: a secret cannot be moved to another row. */
export function webhookSecretContext(workspaceId: string): string {
  return `workspaces/${workspaceId}/webhook_secret`;
}

/** The hash of a key, under which the service finds its workspace; the key itself is not stored. */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

export function initialize(sequelize: Sequelize): void {
  Workspace.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: DataTypes.TEXT,
      apiKeyHash: { type: DataTypes.TEXT, field: 'api_key_hash' },
      apiKeyPrefix: DataTypes.TEXT,
      apiKeyLast4: { type: DataTypes.TEXT, field: 'api_key_last4' },
      apiKeyCreatedAt: DataTypes.DATE,
      apiKeyLastUsedAt: DataTypes.DATE,
      webhookSecret: DataTypes.TEXT,
      previousWebhookSecret: DataTypes.TEXT,
      previousSecretExpiresAt: DataTypes.DATE,
      postStatistics: { type: DataTypes.BOOLEAN, defaultValue: true },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'workspaces' },
  );
}
