import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createSecrets, keyIdOf, parseSecretsKeys } from '../../lib/secrets';
import type { Secrets } from '../../lib/secrets';
import { inTransaction } from '../../models/database/transaction';
import { tokenContext } from '../../models/connections/Connection';
import { Invitation, invitationContext } from '../../models/organizations/Invitation';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { reencrypt } from '../../models/reencrypt';
import { sealForTicket, ticketContext } from '../../models/oauth/ticketSecrets';
import { OrganizationTenant } from '../../models/database/Tenant';
import { sessionContext } from '../../models/assignments/Upload';
import { rotateWebhookSecret } from '../../models/webhooks/webhookSecrets';
import { webhookSecretContext } from '../../models/organizations/Workspace';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { createDatabase } from '../support/servers/database';
import { testSecrets } from '../support/secrets';
import { interleave } from '../support/runs/interleave';
import { useEach } from '../support/use';
import { tenantOf } from '../support/tenant';

const oldKey = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const newKey = `new:${Buffer.alloc(32, 8).toString('base64')}`;
/** While the rotation lasts: the new key encrypts, both decrypt. */
const rotating = createSecrets(parseSecretsKeys(`${newKey},${oldKey}`));
/** When the old key has been dropped. */
const afterwards = createSecrets(parseSecretsKeys(newKey));

const database = useEach(createDatabase);

const invited = { email: 'grace@example.com', role: 'member', invitedBy: null } as const;

/** A row in every table that holds something encrypted, each value by the code that writes it, under the old key. */
async function seal() {
  const workspace = await buildWorkspace();
  const { workspaceId, organizationId } = workspace;
  await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
  const { connectionId } = await buildConnection(workspace);
  const { assignmentId } = await buildAssignment({ workspaceId, connectionId });
  const session = testSecrets.encrypt('https://upload.example/session', sessionContext(assignmentId));
  await database.query(
    'INSERT INTO uploads (assignment_id, item, session, spare_session) VALUES ($1, 0, $2, $2), ($1, 1, $2, NULL)',
    [assignmentId, session],
  );
  const ticketId = randomUUID();
  const target = { platform: 'youtube', connectionId: null, redirectUrl: 'https://app.example' } as const;
  await inTransaction(database.sequelize, 'test', async (transaction) =>
    OAuthTicket.insert({ id: ticketId, workspaceId, organizationId, ...target }, transaction),
  );
  const sealed = sealForTicket(testSecrets, ticketId, { redirectUri: 'there', codeVerifier: 'verifier', features: [] });
  const invitation = await inTransaction(database.sequelize, 'test', async (transaction) =>
    Invitation.add(new OrganizationTenant(workspaceId, organizationId), invited, testSecrets, transaction),
  );
  await OAuthTicket.consume(ticketId, { state: 'state', browser: 'browser', sealed });
  const secret = workspace.webhookSecret;
  return { workspaceId, connectionId, assignmentId, ticketId, invitationId: invitation!.id, secret };
}
type Sealed = Awaited<ReturnType<typeof seal>>;

/** Every value of every text column of the schema that looks encrypted. */
async function sealedValues(): Promise<{ column: string; value: string }[]> {
  const columns = await database.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
     ORDER BY 1, 2`,
  );
  const found = columns.map(async ({ table, column }) => {
    const values = await database.query<{ value: string }>(
      `SELECT "${column}"::text AS value FROM "${table}" WHERE "${column}"::text LIKE '%v1.%.%.%.%'`,
    );
    return values.map(({ value }) => ({ column: `${table}.${column}`, value }));
  });
  return (await Promise.all(found)).flat();
}

async function plainOf({ workspaceId, connectionId, assignmentId, ticketId, invitationId }: Sealed, secrets: Secrets) {
  const read = async (table: string, key: string, id: string, column: string, context: string) => {
    const [row] = await database.query<{ value: string }>(`SELECT ${column} AS value FROM ${table} WHERE ${key} = $1`, [
      id,
    ]);
    return secrets.decrypt(row!.value, context);
  };
  const token = async (column: 'access_token' | 'refresh_token') =>
    read('connections', 'id', connectionId, column, tokenContext(connectionId, column));
  const webhookSecret = async (column: string) =>
    read('workspaces', 'id', workspaceId, column, webhookSecretContext(workspaceId));
  return {
    accessToken: await token('access_token'),
    refreshToken: await token('refresh_token'),
    secret: await webhookSecret('webhook_secret'),
    previousSecret: await webhookSecret('previous_webhook_secret'),
    session: await read('uploads', 'assignment_id', assignmentId, 'session', sessionContext(assignmentId)),
    invitation: await read('invitations', 'id', invitationId, 'sealed_token', invitationContext(invitationId)),
    sealed: await read('oauth_tickets', 'id', ticketId, 'sealed', ticketContext(ticketId)),
  };
}

/** Of each of them there is one but of sessions, of which the assignment has two. */
const each = (count: number) => ({
  'connections.access_token': count,
  'connections.refresh_token': count,
  'invitations.sealed_token': count,
  'oauth_tickets.sealed': count,
  'uploads.session': 2 * count,
  'uploads.spare_session': count,
  'workspaces.previous_webhook_secret': count,
  'workspaces.webhook_secret': count,
});

it('encrypts anew everything in the schema that is encrypted; then the old key can be dropped', async () => {
  const sealed = await seal();
  const before = await plainOf(sealed, testSecrets);
  expect(before).toMatchObject({ accessToken: 'access', refreshToken: 'refresh', previousSecret: sealed.secret });
  expect(new Set((await sealedValues()).map(({ column }) => column))).toEqual(new Set(Object.keys(each(1))));

  expect(await reencrypt(rotating, 'new')).toEqual(each(1));
  for (const { column, value } of await sealedValues()) expect([column, keyIdOf(value)]).toEqual([column, 'new']);
  expect(await plainOf(sealed, afterwards)).toEqual(before);
});

it('knows every place that encrypts: a new one belongs into its list of columns', () => {
  const files = execFileSync('git', ['grep', '--untracked', '-lE', String.raw`\.encrypt\(`, '--', '*.ts', ':!test'], {
    cwd: join(__dirname, '..', '..'),
    encoding: 'utf8',
  });
  expect(new Set(files.trim().split('\n'))).toEqual(
    new Set([
      'activities/media/bringSpare.ts',
      'activities/media/session.ts',
      // Cookies, pages of a few minutes, and a state that a client brings back at once: no row keeps them.
      'api/accounts/visit.ts',
      'api/mcp/oauth/consentRequest.ts',
      'api/mcp/openPage.ts',
      // Of workspaces for a demonstration, made as openWorkspace and connectionTokens make them.
      'bin/demoData/workspace.ts',
      'bin/demoData/writeHistory.ts',
      // In the file of a walk, which asks anew for what it cannot open.
      'bin/verify/openWalk.ts',
      'models/organizations/Invitation.ts',
      'channels/connectionTokens.ts',
      'models/credentials/openWorkspace.ts',
      'models/reencrypt.ts',
      'models/oauth/storeGrant.ts',
      'models/oauth/ticketSecrets.ts',
      'models/webhooks/webhookSecrets.ts',
    ]),
  );
});

it('does nothing the second time, nor where nothing is encrypted', async () => {
  expect(await reencrypt(rotating, 'new')).toEqual(each(0));
  await seal();
  await reencrypt(rotating, 'new');
  const values = await sealedValues();
  expect(await reencrypt(rotating, 'new')).toEqual(each(0));
  expect(await sealedValues()).toEqual(values);
});

it('leaves a value that changes meanwhile as its writer made it', async () => {
  const { connectionId } = await seal();
  const written = rotating.encrypt('written meanwhile', tokenContext(connectionId, 'access_token'));
  const counts = await interleave(
    database,
    async (client) => client.query('UPDATE connections SET access_token = $1 WHERE id = $2', [written, connectionId]),
    async () => reencrypt(rotating, 'new'),
  );
  expect(counts).toEqual({ ...each(1), 'connections.access_token': 0 });
  const [row] = await database.query('SELECT access_token FROM connections WHERE id = $1', [connectionId]);
  expect(row).toEqual({ access_token: written });
});

it('keeps a secret that is rotated meanwhile: its previous one is encrypted anew as well', async () => {
  const sealed = await seal();
  const plain = await plainOf(sealed, testSecrets);
  await interleave(
    database,
    async (client) =>
      client.query(
        `UPDATE workspaces SET previous_webhook_secret = webhook_secret, webhook_secret = $1 WHERE id = $2`,
        [rotating.encrypt('rotated', webhookSecretContext(sealed.workspaceId)), sealed.workspaceId],
      ),
    async () => reencrypt(rotating, 'new'),
  );
  expect(await plainOf(sealed, afterwards)).toMatchObject({ secret: 'rotated', previousSecret: plain.secret });
});

it('goes on past what cannot be opened, leaves it as it is, and names each in the end', async () => {
  const { connectionId } = await seal();
  const moved = testSecrets.encrypt('of another place', 'elsewhere');
  const broken = { access_token: moved, refresh_token: 'no sealed value' };
  await database.query('UPDATE connections SET access_token = $1, refresh_token = $2 WHERE id = $3', [
    ...Object.values(broken),
    connectionId,
  ]);
  await buildConnection(await buildWorkspace());

  const places = ['access_token', 'refresh_token'].map((column) => `connections.${column} ${connectionId}`);
  await expect(reencrypt(rotating, 'new')).rejects.toThrow(`cannot be opened: ${places.join(', ')}`);
  const [row] = await database.query('SELECT access_token, refresh_token FROM connections WHERE id = $1', [
    connectionId,
  ]);
  expect(row).toEqual(broken);
  const others = (await sealedValues()).filter(({ value }) => value !== moved);
  expect(others).toHaveLength(10);
  expect(others.map(({ value }) => keyIdOf(value))).toEqual(others.map(() => 'new'));
});

it('goes through every page of a table', async () => {
  const { workspaceId, organizationId } = await buildWorkspace();
  const tickets = Array.from({ length: 1100 }, () => {
    const id = randomUUID();
    const target = { platform: 'youtube', connectionId: null, redirectUrl: 'x', error: null } as const;
    const rest = { stateHash: id, browserHash: null, connectedId: null, expiresAt: new Date() };
    const sealed = sealForTicket(testSecrets, id, {});
    return { id, workspaceId, organizationId, ...target, status: 'consumed' as const, sealed, ...rest };
  });
  await OAuthTicket.bulkCreate(tickets);
  expect(await reencrypt(rotating, 'new')).toMatchObject({ 'oauth_tickets.sealed': 1100 });
  for (const { value } of await sealedValues()) expect(keyIdOf(value)).toBe('new');
});
