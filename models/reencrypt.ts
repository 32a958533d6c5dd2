import type { Model, ModelStatic } from 'sequelize';
import { SecretsError, keyIdOf } from '../lib/secrets';
import type { Secrets } from '../lib/secrets';
import { Connection, tokenContext } from './connections/Connection';
import { Invitation, invitationContext } from './organizations/Invitation';
import { OAuthTicket } from './oauth/OAuthTicket';
import { identifier, param, sql } from './database/fragment';
import { rows } from './database/sql';
import { ticketContext } from './oauth/ticketSecrets';
import { Upload, sessionContext } from './assignments/Upload';
import { Workspace, webhookSecretContext } from './organizations/Workspace';

interface SealedColumn {
  model: ModelStatic<Model>;
  table: string;
  key: string;
  column: string;
  context: (key: string) => string;
}

/** Every column that holds something encrypted. */
const sealedColumns: readonly SealedColumn[] = [
  sealed(Connection, 'connections', 'id', 'access_token', (id) => tokenContext(id, 'access_token')),
  sealed(Connection, 'connections', 'id', 'refresh_token', (id) => tokenContext(id, 'refresh_token')),
  sealed(Invitation, 'invitations', 'id', 'sealed_token', invitationContext),
  sealed(OAuthTicket, 'oauth_tickets', 'id', 'sealed', ticketContext),
  sealed(Upload, 'uploads', 'assignment_id', 'session', sessionContext),
  sealed(Upload, 'uploads', 'assignment_id', 'spare_session', sessionContext),
  sealed(Workspace, 'workspaces', 'id', 'webhook_secret', webhookSecretContext),
  sealed(Workspace, 'workspaces', 'id', 'previous_webhook_secret', webhookSecretContext),
];

const batchSize = 500;

/**
 * Encrypts anew, under the newest key, everything that an older key has encrypted. Safe to run while the service runs
 * and to repeat: a value that changes meanwhile is left as its writer made it.
 * @returns how many values were encrypted anew, by `table.column`
 * @throws Error that names what cannot be opened, as `table.column id`, after all else was encrypted anew
 */
export async function reencrypt(secrets: Secrets, newestKeyId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const unopened: string[] = [];
  for (const sealedColumn of sealedColumns) {
    const name = `${sealedColumn.table}.${sealedColumn.column}`;
    const { count, unopenedKeys } = await reencryptColumn(sealedColumn, secrets, newestKeyId);
    counts[name] = count;
    unopened.push(...unopenedKeys.map((key) => `${name} ${key}`));
  }
  if (unopened.length > 0)
    throw new Error(`all but these have the newest key; they cannot be opened: ${unopened.join(', ')}`);
  return counts;
}

interface ColumnOutcome {
  count: number;
  unopenedKeys: string[];
}

async function reencryptColumn(
  { model, context, ...names }: SealedColumn,
  secrets: Secrets,
  newestKeyId: string,
): Promise<ColumnOutcome> {
  const table = identifier(names.table);
  const key = identifier(names.key);
  const column = identifier(names.column);
  const earlier = param('after', 'uuid', 'orNull');
  // A key may have several values: none of them is to be left behind where a batch ends.
  const read = sql`SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL AND ${key} IN (
    SELECT DISTINCT ${key} FROM ${table} WHERE ${column} IS NOT NULL AND (${earlier} IS NULL OR ${key} > ${earlier})
    ORDER BY ${key} LIMIT ${param('limit', 'bigint')}) ORDER BY ${key}`;
  const write = sql`UPDATE ${table} SET ${column} = ${param('next', 'text')} WHERE ${key} = ${param('key', 'uuid')} AND ${column} = ${param('value', 'text')} RETURNING 1`;
  const outcome: ColumnOutcome = { count: 0, unopenedKeys: [] };
  let after: string | null = null;
  for (;;) {
    const batch: { key: string; value: string }[] = await rows(model, read, { after, limit: batchSize });
    for (const entry of batch) {
      const next = sealAnew(entry.value, context(entry.key), secrets, newestKeyId);
      if (next === null) outcome.unopenedKeys.push(entry.key);
      else if (next !== entry.value) outcome.count += (await rows(model, write, { ...entry, next })).length;
    }
    after = batch.at(-1)?.key ?? null;
    if (batch.length < batchSize) return outcome;
  }
}

/** The value under the newest key, which it may have already; null if it cannot be opened. */
function sealAnew(value: string, context: string, secrets: Secrets, newestKeyId: string): string | null {
  try {
    return keyIdOf(value) === newestKeyId ? value : secrets.encrypt(secrets.decrypt(value, context), context);
  } catch (error) {
    if (error instanceof SecretsError) return null;
    throw error;
  }
}

function sealed(
  model: ModelStatic<Model>,
  table: string,
  key: string,
  column: string,
  context: (key: string) => string,
): SealedColumn {
  return { model, table, key, column, context };
}
