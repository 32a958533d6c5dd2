import { Connection, tokenContext } from '../../../models/connections/Connection';
import { freshAccessToken, renewalBy } from '../../../channels/connectionTokens';
import { RunChannel } from '../../../models/assignments/runSubjects';
import { inTransaction } from '../../../models/database/transaction';
import { storeGrant } from '../../../models/oauth/storeGrant';
import { useSandbox } from '../../support/servers/sandbox';
import { workspaceClient } from '../../support/actors';
import type { Answer } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { testSecrets } from '../../support/secrets';
import { use, useEach } from '../../support/use';
import { youtubeSettings } from '../../support/platforms/youtube';
import { createYouTube } from '../../../platforms/youtube';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const workspace = use(async () => buildWorkspace());
const grant = useEach(async () => sandbox.grant());

type Overrides = Parameters<typeof buildConnection>[1];
const connection = async (overrides: Overrides = {}) =>
  (await buildConnection(workspace, overrides, grant)).connectionId;
const refresh = async (id: string): Promise<Answer> =>
  workspaceClient(app, workspace)('POST', `/api/v1/connections/${id}/refresh-token`);
const rowOf = async (id: string) => Connection.findByPk(id, { raw: true, rejectOnEmpty: true });
const fault = async (action: object, times = 1) =>
  sandbox.control('POST', '/faults', { on: { method: 'POST', path: '/token', times }, do: action });
const tokenCalls = async () => {
  const { calls } = (await sandbox.control('GET', '/calls')).body;
  return calls.filter(({ path }: { path: string }) => path === '/token').length;
};

it('always asks the platform, also for a token that is still good, and answers the new expiry', async () => {
  const id = await connection({ tokenExpiresAt: new Date(Date.now() + 3_000_000) });
  const before = await tokenCalls();
  const { status, body } = await refresh(id);

  expect(status).toBe(200);
  expect(body).toEqual({ tokenStatus: 'valid', tokenExpiresAt: expect.stringMatching(/Z$/) });
  expect(Date.parse(body.tokenExpiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  expect(await tokenCalls()).toBe(before + 1);
  const row = await rowOf(id);
  expect(row).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2, renewalLeaseUntil: null });
  expect(testSecrets.decrypt(row.accessToken!, tokenContext(id, 'access_token'))).not.toBe(grant.accessToken);
  expect(testSecrets.decrypt(row.refreshToken!, tokenContext(id, 'refresh_token'))).toBe(grant.refreshToken);
});

it.each([true, false])(
  'makes an expired connection valid where the platform still renews it (active: %s)',
  async (isActive) => {
    const id = await connection({ tokenStatus: 'expired', tokenExpiresAt: null, isActive });
    expect(await refresh(id)).toMatchObject({ status: 200, body: { tokenStatus: 'valid' } });
    expect(await rowOf(id)).toMatchObject({ tokenStatus: 'valid', isActive });
  },
);

it.each(['valid', 'expired'] as const)('answers expired when the platform refuses: it was %s', async (tokenStatus) => {
  const id = await connection({ tokenStatus });
  await sandbox.token({ token: grant.refreshToken }, '/revoke');
  expect(await refresh(id)).toMatchObject({ status: 200, body: { tokenStatus: 'expired', tokenExpiresAt: null } });
  expect(await rowOf(id)).toMatchObject({ tokenStatus: 'expired', tokenExpiresAt: null, renewalLeaseUntil: null });
});

it('tells that the connection has expired when the administrator of the account has withdrawn the access', async () => {
  const id = await connection();
  await fault({ error: 'admin_policy_enforced' });
  expect(await refresh(id)).toMatchObject({ status: 200, body: { tokenStatus: 'expired', tokenExpiresAt: null } });
  expect(await rowOf(id)).toMatchObject({ tokenStatus: 'expired', tokenExpiresAt: null, renewalLeaseUntil: null });
});

it('answers 409 when there is no token', async () => {
  const id = await connection({ tokenStatus: 'missing', accessToken: null, refreshToken: null, tokenExpiresAt: null });
  expect(await refresh(id)).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: {} } });
});

it('leaves a token that nothing can renew as it is while it lasts', async () => {
  const before = await tokenCalls();
  const tokenExpiresAt = new Date(Date.now() + 600_000);
  const lasting = await connection({ refreshToken: null, tokenExpiresAt });
  expect((await refresh(lasting)).body).toEqual({ tokenStatus: 'valid', tokenExpiresAt: tokenExpiresAt.toISOString() });
  const over = await connection({ refreshToken: null, tokenExpiresAt: new Date(Date.now() - 1000) });
  expect((await refresh(over)).body).toEqual({ tokenStatus: 'expired', tokenExpiresAt: null });
  expect(await tokenCalls()).toBe(before);
});

it.each([
  ['a server error', { status: 503 }],
  ['a server error that looks like a refusal', { status: 500, body: { error: 'invalid_grant' } }],
  ['a lost answer', { loseAnswer: true }],
  ['nonsense', { status: 200, body: 'hello' }],
  ['a refusal of this service itself', { error: 'invalid_client' }],
  ['a fault that comes as a refusal', { status: 400, body: { error: 'internal_failure' } }],
  ['a word that nobody knows', { status: 400, body: { error: 'some_thing_new' } }],
  ['a page of a proxy', { status: 403, body: '<html>Sorry</html>' }],
])('answers 503 with Retry-After to %s, and the connection is untouched', async (_name, action) => {
  for (const tokenStatus of ['valid', 'expired'] as const) {
    const id = await connection({ tokenStatus });
    const before = await rowOf(id);
    await fault(action);
    const { status, headers, body } = await refresh(id);
    expect([status, body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(grant.refreshToken);
    expect(await rowOf(id)).toEqual(before);
  }
});

it('answers 429 when the platform asks for fewer requests', async () => {
  const id = await connection();
  await fault({ status: 429, headers: { 'Retry-After': '7' } });
  const { status, headers } = await refresh(id);
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  expect(await rowOf(id)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 1 });
});

it('answers 503 when the platform does not answer at all', async () => {
  const id = await connection();
  const before = await rowOf(id);
  await fault({ hang: true });
  const message = 'The platform did not answer in time. Try again in a moment.';
  expect(await refresh(id)).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE', message } });
  expect(await rowOf(id)).toEqual(before);
});

it('twenty at the same moment ask the platform once, and answer what it gave', async () => {
  const id = await connection();
  // All of them are there before the platform answers, however busy the machine is.
  await fault({ delayMs: 2000 });
  const before = await tokenCalls();
  const answers = await Promise.all(Array.from({ length: 20 }, async () => refresh(id)));
  const calls = (await tokenCalls()) - before;
  // A request that was read after the first renewal asks for another one.
  expect(calls).toBeLessThanOrEqual(2);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(calls);
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { tokenStatus: 'valid' } });
});

it('a refusal that comes late does not end what was connected anew meanwhile', async () => {
  const id = await connection();
  const { organizationId, workspaceId } = workspace;
  await fault({ delayMs: 600 });
  await sandbox.token({ token: grant.refreshToken }, '/revoke');
  const late = refresh(id);
  const fresh = await sandbox.grant({ channelId: grant.channelId });
  const metadata = { subscribers: null, views: null, posts: null, handle: null };
  const channel = { externalPlatformId: grant.channelId, name: 'Again', thumbnailUrl: null, metadata };
  const tokenExpiresAt = new Date(Date.now() + 3_599_000);
  const owner = { workspaceId, organizationId, platform: 'youtube' } as const;
  await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    storeGrant(
      { ...owner, channel, ...fresh, tokenExpiresAt, platformAccount: null, permissions: [] },
      testSecrets,
      transaction,
    ),
  );
  expect(await late).toMatchObject({ status: 200, body: { tokenStatus: 'valid' } });
  expect(await rowOf(id)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  const renewal = renewalBy(createYouTube(youtubeSettings(sandbox.url)), testSecrets);
  const { accessToken } = await freshAccessToken(renewal, new RunChannel(id), AbortSignal.timeout(5000));
  expect(accessToken).toBe(fresh.accessToken);
});
