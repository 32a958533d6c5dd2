import type { Model, ModelStatic } from 'sequelize';
import { keyIdOf } from '../lib/secrets';
import type { Secrets } from '../lib/secrets';
import { Connection } from './Connection';
import { tokenContext } from './connectionTokens';
import { OAuthTicket } from './OAuthTicket';
import { rows } from './sql';
import { ticketContext } from './ticketSecrets';
import { Upload, sessionContext } from './Upload';
import { Workspace, webhookSecretContext } from './Workspace';

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
  sealed(OAuthTicket, 'oauth_tickets', 'id', 'held', ticketContext),
  sealed(Upload, 'uploads', 'assignment_id', 'session', sessionContext),
  sealed(Workspace, 'workspaces', 'id', 'webhook_secret', webhookSecretContext),
  sealed(Workspace, 'workspaces', 'id', 'previous_webhook_secret', webhookSecretContext),
];

const batchSize = 500;

/**
 * Encrypts anew, under the newest key, everything that an older key has encrypted. Safe to run while the service runs
 * and to repeat: a value that changes meanwhile is left as its writer made it.
 * @returns how many values were encrypted anew, by `table.column`
 */
export async function reencrypt(secrets: Secrets, newestKeyId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const sealedColumn of sealedColumns) {
    counts[`${sealedColumn.table}.${sealedColumn.column}`] = await reencryptColumn(sealedColumn, secrets, newestKeyId);
  }
  return counts;
}

async function reencryptColumn(sealedColumn: SealedColumn, secrets: Secrets, newestKeyId: string): Promise<number> {
  const { model, table, key, column, context } = sealedColumn;
  const read = `SELECT ${key} AS key, ${column} AS value FROM ${table}
    WHERE ${column} IS NOT NULL AND ($after::uuid IS NULL OR ${key} > $after::uuid) ORDER BY ${key} LIMIT $limit`;
  const write = `UPDATE ${table} SET ${column} = $next WHERE ${key} = $key AND ${column} = $value RETURNING 1`;
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const batch: { key: string; value: string }[] = await rows(model, read, { after, limit: batchSize });
    for (const entry of batch.filter(({ value }) => keyIdOf(value) !== newestKeyId)) {
      const next = secrets.encrypt(secrets.decrypt(entry.value, context(entry.key)), context(entry.key));
      count += (await rows(model, write, { ...entry, next })).length;
    }
    after = batch.at(-1)?.key ?? null;
    if (batch.length < batchSize) return count;
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
