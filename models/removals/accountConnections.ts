import { z } from 'zod';
import { platformDataEnd } from '../../domain/retention';
import type { PlatformSlug } from '../../domain/platform';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import { accessOverAt } from './platformData';

/**
 * Reads across workspaces, for the owner of an account of a platform: no other caller can name the account. Of a
 * workspace the owner is told the name alone.
 */
const ofAccount = sql`c.platform = ${param('platform', 'text')} AND c.platform_account = ${param('account', 'text')}`;

const StoredRow = z.strictObject({
  /** Of the channel, as long as it is kept. */
  name: z.string(),
  organizationName: z.string(),
  workspaceName: z.string(),
  connectedAt: z.date(),
  /** Tokens are stored, so that the service may act for the owner. */
  hasTokens: z.boolean(),
  /** The platform's data are stored: name, picture, numbers. */
  hasData: z.boolean(),
  removedAt: z.date().nullable(),
  accessOverAt: z.date().nullable(),
});

const readStored = statement(
  'accounts.readStored',
  StoredRow,
  sql`SELECT c.name, o.name AS "organizationName", w.name AS "workspaceName", c.created_at AS "connectedAt",
             c.access_token IS NOT NULL OR c.refresh_token IS NOT NULL AS "hasTokens", c.data_erased_at IS NULL AS "hasData",
             c.removed_at AS "removedAt", ${accessOverAt} AS "accessOverAt"
      FROM connections c JOIN organizations o ON o.id = c.organization_id JOIN workspaces w ON w.id = c.workspace_id
      WHERE ${ofAccount} ORDER BY c.created_at, c.id`,
);

const readTokens = statement(
  'accounts.readTokens',
  z.strictObject({ id: z.uuid(), accessToken: z.string().nullable(), refreshToken: z.string().nullable() }),
  sql`SELECT c.id, c.access_token AS "accessToken", c.refresh_token AS "refreshToken" FROM connections c
      WHERE ${ofAccount} AND (c.access_token IS NOT NULL OR c.refresh_token IS NOT NULL)
      ORDER BY c.tokens_stored_at DESC LIMIT ${param('limit', 'bigint')}`,
);

/** The data of one channel of an account. */
export interface StoredConnection extends Omit<z.infer<typeof StoredRow>, 'removedAt' | 'accessOverAt'> {
  /** When the platform's data are deleted by themselves; null: not as long as the access lasts. */
  readonly dataEndAt: Date | null;
}

/** An account of a platform that has proved to be its owner's. */
export interface PlatformAccount {
  readonly platform: PlatformSlug;
  readonly account: string;
}

/** Every connection of an account, in every workspace, oldest first; removed connections are among them. */
export async function connectionsOfAccount({ platform, account }: PlatformAccount): Promise<StoredConnection[]> {
  const rows = await readStored.all({ platform, account });
  return rows.map(({ removedAt, accessOverAt: overAt, ...kept }) => ({
    ...kept,
    dataEndAt: platformDataEnd({ removedAt, accessOverAt: overAt }),
  }));
}

/** The tokens of an account, encrypted, the newest first: a working token ends the grants of all. */
export async function tokensOfAccount({ platform, account }: PlatformAccount, limit: number) {
  return readTokens.all({ platform, account, limit });
}
