import { Connection } from '../../../models/connections/Connection';
import { workspaceClient } from '../../support/actors';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { startApp } from '../../support/callers/app';
import { signRequest, useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { use } from '../../support/use';
import { decide, sendForm } from './requests';

const sandbox = useFacebookSandbox();
const app = use(async () => startApp({ rateLimitPerMinute: 40 }, { platformUrl: sandbox.url }));
const url = (platform = 'facebook') => `${app.url}/api/v1/oauth/${platform}/deauthorize`;
const rowOf = async (id: string) => Connection.findByPk(id, { raw: true, rejectOnEmpty: true });
const erased = { accessToken: null, refreshToken: null, tokenExpiresAt: null, tokenStatus: 'missing' };

/** A connection of a workspace of its own to a page of this account. */
async function connected(account: string, values: Partial<Connection> = {}) {
  const workspace = await buildWorkspace();
  const grant = { accessToken: 'access', refreshToken: 'refresh', account };
  const { connectionId } = await buildConnection(workspace, { platform: 'facebook', ...values }, grant);
  return { connectionId, call: workspaceClient(app, workspace) };
}

it('erases the tokens of the account in every workspace once its owner has removed the app; the data stay for a while', async () => {
  await sandbox.change({ deauthorizeUrl: url() });
  await sandbox.page();
  const [{ userId }] = (await sandbox.facebookState()).tokens;
  const [one, two, other, removed] = [
    await connected(userId),
    await connected(userId, { tokenStatus: 'expired', tokenExpiresAt: null }),
    await connected('another account'),
    await connected(userId, { removedAt: new Date(), isActive: false }),
  ];
  expect(await decide(sandbox, userId, 'remove')).toContain('200');

  for (const { connectionId } of [one, two, removed]) {
    const row = await rowOf(connectionId);
    expect(row).toMatchObject({ ...erased, platformAccount: userId, dataErasedAt: null, tokenVersion: 2 });
    expect(row.accessLostAt).not.toBeNull();
  }
  expect((await rowOf(other.connectionId)).tokenStatus).toBe('valid');
  const { body } = await one.call('GET', `/api/v1/connections/${one.connectionId}`);
  expect(body).toMatchObject({ tokenStatus: 'missing', name: expect.stringMatching(/^Channel /) });
  expect(app.log).toContainEqual(expect.objectContaining({ platform: 'facebook', connections: 3 }));
  expect(JSON.stringify(app.log)).not.toContain('HMAC');

  const before = await rowOf(one.connectionId);
  await decide(sandbox, userId, 'remove');
  expect(await rowOf(one.connectionId)).toEqual(before);
});

it('leaves what the owner has connected since', async () => {
  const { connectionId } = await connected('220');
  const askedAt = new Date(Date.now() - 10 * 60_000);
  const { status, body } = await sendForm(url(), { signed_request: signRequest('220', askedAt) });
  expect([status, body]).toEqual([200, { received: true }]);
  expect(await rowOf(connectionId)).toMatchObject({ tokenStatus: 'valid', accessLostAt: null });
});

it('answers a request about an unknown account as any other', async () => {
  const { status, body } = await sendForm(url(), { signed_request: signRequest('404') });
  expect([status, body]).toEqual([200, { received: true }]);
});

it.each([
  ['no signature', { signed_request: signRequest('1').slice(20) }, ['is not signed by the platform']],
  ['another signature', { signed_request: `x${signRequest('1')}` }, ['is not signed by the platform']],
  ['nothing', {}, ['is required']],
])('refuses a request with %s, and changes nothing', async (_what, form, faults) => {
  const { connectionId } = await connected('1');
  const { status, body } = await sendForm(url(), { other: 'field', ...form });
  expect([status, body.error, body.details]).toEqual([400, 'VALIDATION_ERROR', { signed_request: faults }]);
  expect((await rowOf(connectionId)).tokenStatus).toBe('valid');
});

it.each(['youtube', 'nowhere'])('is not there for %s, which sends no such requests', async (platform) => {
  expect((await sendForm(url(platform), { signed_request: signRequest('1') })).status).toBe(404);
});

it('reads a form of a few kilobytes, and nothing else', async () => {
  const json = await fetch(url(), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  expect(json.status).toBe(415);
  expect((await sendForm(url(), { signed_request: 'x'.repeat(200_000) })).status).toBe(413);
});

it('counts the requests of a network', async () => {
  let last = 200;
  for (let count = 0; count < 45 && last !== 429; count += 1)
    last = (await sendForm(url(), { signed_request: signRequest('404') })).status;
  expect(last).toBe(429);
});
