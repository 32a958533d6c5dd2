import { z } from 'zod';
import { SecretsError, keyIdOf } from '../lib/secrets';
import type { Secrets } from '../lib/secrets';
import { tokenContext } from './connections/Connection';
import { invitationContext } from './organizations/Invitation';
import { constant, identifier, param, sql } from './database/fragment';
import { command, statement } from './database/statement';
import { ticketContext } from './oauth/ticketSecrets';
import { sessionContext } from './assignments/Upload';
import { webhookSecretContext } from './organizations/Workspace';

const batchSize = 500;
const earlier = param('after', 'uuid', 'orNull');

/** A column with encrypted values, with the statements that read and write it. */
function sealed(names: { table: string; key: string; column: string }, context: (key: string) => string) {
  const [table, key, column] = [identifier(names.table), identifier(names.key), identifier(names.column)];
  return {
    name: `${names.table}.${names.column}`,
    context,
    // A key may have several values: no value is to be left behind where a batch ends.
    read: statement(
      `reencrypt.${names.table}.${names.column}.read`,
      z.strictObject({ key: z.uuid(), value: z.string().nullable() }),
      sql`SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL AND ${key} IN (
            SELECT DISTINCT ${key} FROM ${table} WHERE ${column} IS NOT NULL AND (${earlier} IS NULL OR ${key} > ${earlier})
            ORDER BY ${key} LIMIT ${constant(batchSize)}) ORDER BY ${key}`,
    ),
    write: command(
      `reencrypt.${names.table}.${names.column}.write`,
      sql`UPDATE ${table} SET ${column} = ${param('next', 'text')}
          WHERE ${key} = ${param('key', 'uuid')} AND ${column} = ${param('value', 'text')}`,
    ),
  };
}
type SealedColumn = ReturnType<typeof sealed>;

/** Every column with encrypted values. */
const sealedColumns: readonly SealedColumn[] = [
  sealed({ table: 'connections', key: 'id', column: 'access_token' }, (id) => tokenContext(id, 'access_token')),
  sealed({ table: 'connections', key: 'id', column: 'refresh_token' }, (id) => tokenContext(id, 'refresh_token')),
  sealed({ table: 'invitations', key: 'id', column: 'sealed_token' }, invitationContext),
  sealed({ table: 'oauth_tickets', key: 'id', column: 'sealed' }, ticketContext),
  sealed({ table: 'uploads', key: 'assignment_id', column: 'session' }, sessionContext),
  sealed({ table: 'uploads', key: 'assignment_id', column: 'spare_session' }, sessionContext),
  sealed({ table: 'workspaces', key: 'id', column: 'webhook_secret' }, webhookSecretContext),
  sealed({ table: 'workspaces', key: 'id', column: 'previous_webhook_secret' }, webhookSecretContext),
];

/**
 * Encrypts again, under the newest key, every value that an older key has encrypted. Safe to run while the service runs
 * and to repeat: a value that changes meanwhile is left as its writer made it.
 * @returns the number of values that were encrypted again, by `table.column`
 * @throws Error that names each value that cannot be opened, as `table.column id`, after all others are encrypted
 */
export async function reencrypt(secrets: Secrets, newestKeyId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const unopened: string[] = [];
  for (const sealedColumn of sealedColumns) {
    const { name } = sealedColumn;
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
  { read, write, context }: SealedColumn,
  secrets: Secrets,
  newestKeyId: string,
): Promise<ColumnOutcome> {
  const outcome: ColumnOutcome = { count: 0, unopenedKeys: [] };
  let after: string | null = null;
  for (;;) {
    const batch: Awaited<ReturnType<typeof read.all>> = await read.all({ after });
    for (const { key, value } of batch) {
      if (value === null) continue;
      const next = sealAnew(value, context(key), secrets, newestKeyId);
      if (next === null) outcome.unopenedKeys.push(key);
      else if (next !== value) outcome.count += await write.run({ key, value, next });
    }
    after = batch.at(-1)?.key ?? null;
    if (batch.length < batchSize) return outcome;
  }
}

/** The value under the newest key, which may be its present key; null for a value that cannot be opened. */
function sealAnew(value: string, context: string, secrets: Secrets, newestKeyId: string): string | null {
  try {
    return keyIdOf(value) === newestKeyId ? value : secrets.encrypt(secrets.decrypt(value, context), context);
  } catch (error) {
    if (error instanceof SecretsError) return null;
    throw error;
  }
}
