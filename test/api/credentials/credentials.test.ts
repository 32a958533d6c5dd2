import { randomUUID } from 'node:crypto';
import { signingSecrets } from '../../../models/webhooks/webhookSecrets';
import { workspaceClient } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { addMember, buildUser } from '../../support/callers/people';
import { useSandbox } from '../../support/servers/sandbox';
import { testSecrets } from '../../support/secrets';
import { use, useEach } from '../../support/use';
import { tenantOf } from '../../support/tenant';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const ada = useEach(async () => buildUser(app));
const path = '/api/v1/console/credentials';
const get = async () => (await ada.call('GET', path)).body;
const regenerate = async () => (await ada.call('POST', `${path}/api-key/regenerate`)).body;
const statusOf = async (apiKey: string) =>
  (await workspaceClient(app, { apiKey })('GET', '/api/v1/connections')).status;

describe('getCredentials', () => {
  it('shows a new workspace without a key, with its webhook secret', async () => {
    const { current } = await signingSecrets(tenantOf(ada), testSecrets);

    expect(await get()).toEqual({
      workspaceId: ada.workspaceId,
      apiKey: null,
      webhookSecret: current,
      previousSecretExpiresAt: null,
    });
  });
});

describe('regenerateApiKey', () => {
  it('shows a key once and masked from then on', async () => {
    const { apiKey, last4, createdAt } = await regenerate();

    expect(apiKey).toMatch(/^ds_live_[A-Za-z0-9]{32}$/);
    expect(last4).toBe(apiKey.slice(-4));
    expect((await get()).apiKey).toEqual({ prefix: 'ds_live_', last4, createdAt, lastUsedAt: null });
    const stored = await app.database.query('SELECT * FROM workspaces WHERE id = $1', [ada.workspaceId]);
    expect(JSON.stringify([stored, app.log])).not.toContain(apiKey.slice(8));
  });

  it('refuses the old key at once', async () => {
    const first = await regenerate();
    expect(await statusOf(first.apiKey)).toBe(200);
    const second = await regenerate();

    expect([await statusOf(first.apiKey), await statusOf(second.apiKey)]).toEqual([401, 200]);
  });

  it('notes the use of a key once a minute', async () => {
    const { apiKey } = await regenerate();
    await statusOf(apiKey);
    const { lastUsedAt } = (await get()).apiKey;
    expect(Date.parse(lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    await statusOf(apiKey);
    expect((await get()).apiKey.lastUsedAt).toBe(lastUsedAt);

    await app.database.query(`UPDATE workspaces SET api_key_last_used_at = now() - interval '61 seconds'`);
    await statusOf(apiKey);
    expect(Date.parse((await get()).apiKey.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(lastUsedAt));
  });
});

describe('rotateSecret', () => {
  it('rotates the webhook secret; the one before signs along for 24 hours', async () => {
    const { webhookSecret: before } = await get();
    const { status, body } = await ada.call('POST', `${path}/webhook-secret/rotate`);

    expect(status).toBe(200);
    expect(Date.parse(body.previousSecretExpiresAt) - Date.now()).toBeGreaterThan(86_000_000);
    expect(await signingSecrets(tenantOf(ada), testSecrets)).toEqual({ current: body.webhookSecret, previous: before });
    expect(await get()).toMatchObject(body);
  });
});

it.each([
  ['GET', ''],
  ['POST', '/api-key/regenerate'],
  ['POST', '/webhook-secret/rotate'],
  ['POST', '/test-connection'],
])('%s %s needs owner or admin of the root, whatever the role in another organization', async (method, rest) => {
  const colleague = await buildUser(app);
  const second = (await ada.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } })).body.id;
  await addMember(second, colleague.userId, 'admin');
  const ask = async (organizationId: string) =>
    (
      await colleague.call(method, path + rest, {
        headers: { 'x-organization-id': organizationId },
        ...(rest === '/test-connection' && { body: { connectionId: randomUUID() } }),
      })
    ).status;
  const found = rest === '/test-connection' ? 404 : 200;

  expect([await ask(second), await ask(ada.organizationId)]).toEqual([403, 404]);
  const membership = await addMember(ada.organizationId, colleague.userId, 'member');
  expect([await ask(second), await ask(ada.organizationId)]).toEqual([403, 403]);
  await app.database.query(`UPDATE memberships SET role = 'admin' WHERE id = $1`, [membership]);
  expect([await ask(second), await ask(ada.organizationId)]).toEqual([found, found]);
});

describe('testConnection', () => {
  const test = async (connectionId: string) => ada.call('POST', `${path}/test-connection`, { body: { connectionId } });

  it('answers the channel as the platform has it, and charges nothing', async () => {
    const grant = await sandbox.grant();
    const { connectionId } = await buildConnection(ada, {}, grant);
    const { status, body, headers } = await test(connectionId);

    expect([status, headers.get('x-credits-used')]).toEqual([200, null]);
    expect(body).toEqual({
      ok: true,
      tokenStatus: 'valid',
      channel: { id: grant.channelId, name: expect.any(String) },
      error: null,
    });
  });

  it('says why it is not ok: a token that has expired, or was revoked', async () => {
    const expired = await buildConnection(ada, { tokenStatus: 'expired' });
    const grant = await sandbox.grant();
    const revoked = await buildConnection(ada, {}, grant);
    await sandbox.token({ token: grant.refreshToken }, '/revoke');
    for (const { connectionId } of [expired, revoked]) {
      const { status, body } = await test(connectionId);
      expect([status, body]).toEqual([
        200,
        { ok: false, tokenStatus: 'expired', channel: null, error: expect.stringMatching(/\w/) },
      ]);
    }
  });

  it('finds no connection of another workspace', async () => {
    const { connectionId } = await buildConnection(await buildUser(app));

    expect((await test(connectionId)).status).toBe(404);
  });
});
