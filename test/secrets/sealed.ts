import { tokenContext } from '../../models/connections/Connection';
import { invitationContext } from '../../models/organizations/Invitation';
import { ticketContext } from '../../models/oauth/ticketSecrets';
import { sessionContext } from '../../models/assignments/Upload';
import { webhookSecretContext } from '../../models/organizations/Workspace';
import type { TestDatabase } from '../support/servers/database';
import { testSecrets } from '../support/secrets';
import type { Secret } from './find';

interface SealedColumn {
  table: string;
  key: string;
  column: string;
  contextOf: (key: string) => string;
}

/** The columns that are allowed to hold a secret, each value of them sealed for its row. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'connections', key: 'id', column: 'access_token', contextOf: (id) => tokenContext(id, 'access_token') },
  { table: 'connections', key: 'id', column: 'refresh_token', contextOf: (id) => tokenContext(id, 'refresh_token') },
  { table: 'invitations', key: 'id', column: 'sealed_token', contextOf: invitationContext },
  { table: 'oauth_tickets', key: 'id', column: 'sealed', contextOf: ticketContext },
  { table: 'uploads', key: 'assignment_id', column: 'session', contextOf: sessionContext },
  { table: 'workspaces', key: 'id', column: 'webhook_secret', contextOf: webhookSecretContext },
  { table: 'workspaces', key: 'id', column: 'previous_webhook_secret', contextOf: webhookSecretContext },
];

/** From now on every value of a sealed column is remembered, however short its stay. */
export async function rememberSealed(database: TestDatabase): Promise<void> {
  await database.query('CREATE TABLE test_sealed (place text, key text, value text)');
  await database.query(
    `CREATE FUNCTION test_remember() RETURNS trigger LANGUAGE plpgsql AS '
     DECLARE new_row jsonb := to_jsonb(NEW);
     BEGIN
       INSERT INTO test_sealed SELECT TG_ARGV[0], new_row->>TG_ARGV[1], new_row->>TG_ARGV[2] WHERE new_row->>TG_ARGV[2] IS NOT NULL;
       RETURN NULL;
     END'`,
  );
  for (const { table, key, column } of sealedColumns) {
    await database.query(
      `CREATE TRIGGER test_remember_${column} AFTER INSERT OR UPDATE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION test_remember('${table}.${column}', '${key}', '${column}')`,
    );
  }
}

export interface Opened extends Secret {
  /** `table.column` */
  place: string;
  sealed: string;
}

/**
 * Opens all values that a sealed column ever had.
 * @throws SecretsError for a value that is no ciphertext, or was sealed for another place
 */
export async function openSealed(database: TestDatabase): Promise<Opened[]> {
  const kept = await database.query<{ place: string; key: string; value: string }>(
    'SELECT DISTINCT place, key, value FROM test_sealed',
  );
  return kept.flatMap(({ place, key, value: sealed }) => {
    const column = sealedColumns.find((one) => `${one.table}.${one.column}` === place)!;
    const plain = testSecrets.decrypt(sealed, column.contextOf(key));
    return partsOf(place, plain).map((value) => ({ name: place, place, sealed, value }));
  });
}

/** A session is a URL, a ticket's sealed value is JSON; of both only parts are secret. */
function partsOf(place: string, plain: string): string[] {
  if (place === 'uploads.session') return [new URL(plain).searchParams.get('upload_id')!];
  if (place !== 'oauth_tickets.sealed') return [plain];
  const parts: string[] = [];
  JSON.parse(plain, (key, value: unknown) => {
    const isSecret = ['codeVerifier', 'code', 'accessToken', 'refreshToken'].includes(key);
    if (isSecret && typeof value === 'string') parts.push(value);
    return value;
  });
  return parts;
}
