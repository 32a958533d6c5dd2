import { DataDeletion } from '../../../models/removals/DataDeletion';
import { Connection } from '../../../models/connections/Connection';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { workspaceClient } from '../../support/actors';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { startApp } from '../../support/callers/app';
import { signRequest, useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { openTicket } from '../../support/runs/connecting';
import { use } from '../../support/use';
import { decide, sendForm } from './requests';

const sandbox = useFacebookSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const url = () => `${app.url}/api/v1/oauth/facebook/data-deletion`;
const rowOf = async (id: string) => Connection.findByPk(id, { raw: true, rejectOnEmpty: true });
/** The address of the page on the server of this test. */
const here = (address: string) => address.replace(app.deps.config.baseUrl, app.url);

async function connected(account: string) {
  const workspace = await buildWorkspace();
  const grant = { accessToken: 'access', refreshToken: 'refresh', account };
  const { connectionId } = await buildConnection(workspace, { platform: 'facebook', thumbnailUrl: 'x' }, grant);
  await app.database.query('INSERT INTO channel_snapshots VALUES ($1, current_date, 5, 6)', [connectionId]);
  const { assignmentId } = await buildAssignment({ ...workspace, connectionId });
  return { connectionId, assignmentId, call: workspaceClient(app, workspace) };
}

it('deletes what is kept of the account in every workspace at once, and says so on a page', async () => {
  await sandbox.change({ dataDeletionUrl: url() });
  await sandbox.page();
  const [{ userId }] = (await sandbox.facebookState()).tokens;
  const channels = [await connected(userId), await connected(userId)];
  const { ticketId } = await openTicket(app, { platform: 'facebook' });
  await OAuthTicket.update({ platformAccount: userId }, { where: { id: ticketId } });
  const [{ assignmentId, call }] = channels as [(typeof channels)[0]];
  const post = (await call('GET', `/api/v1/assignments/${assignmentId}`)).body;
  const page = await decide(sandbox, userId, 'delete');

  for (const { connectionId } of channels) {
    const { externalPlatformId, ...row } = await rowOf(connectionId);
    expect(row).toMatchObject({
      name: externalPlatformId,
      thumbnailUrl: null,
      metadata: { subscribers: null, views: null, posts: null, handle: null },
      accessToken: null,
      refreshToken: null,
      platformAccount: null,
      tokenStatus: 'missing',
    });
    expect(row.dataErasedAt).not.toBeNull();
  }
  expect(await app.database.query('SELECT FROM channel_snapshots')).toEqual([]);
  expect((await OAuthTicket.findByPk(ticketId))?.platformAccount).toBeNull();
  expect((await call('GET', `/api/v1/assignments/${assignmentId}`)).body).toEqual(post);

  const [, code = ''] = /Code <code>(\w{64})<\/code>/.exec(page) ?? [];
  const stored = await DataDeletion.findAll({ raw: true });
  expect(stored).toMatchObject([{ platform: 'facebook', connections: 2 }]);
  expect(JSON.stringify([stored, app.log])).not.toContain(code);
  expect(JSON.stringify(stored)).not.toContain(userId);
  const state = await fetch(here(`${app.deps.config.baseUrl}/api/v1/oauth/facebook/data-deletion/${code}`));
  expect(state.status).toBe(200);
  expect(await state.text()).toContain('2 channels of your Facebook account has ended');
});

it('answers exactly what Meta reads, also for an unknown account and for a repeat', async () => {
  await connected('218');
  const signed = signRequest('218');
  for (const [request, words] of [
    [signed, 'one channel of your Facebook account'],
    [signed, 'No channel of your Facebook account'],
    [signRequest('404'), 'No channel of your Facebook account'],
  ] as const) {
    const { status, body } = await sendForm(url(), { signed_request: request });
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['confirmation_code', 'url']);
    expect(body.url).toBe(`${app.deps.config.baseUrl}/api/v1/oauth/facebook/data-deletion/${body.confirmation_code}`);
    expect(await (await fetch(here(body.url))).text()).toContain(words);
  }
});

it('leaves what the owner has connected since', async () => {
  const { connectionId } = await connected('220');
  const signed = signRequest('220', new Date(Date.now() - 10 * 60_000));
  expect((await sendForm(url(), { signed_request: signed })).status).toBe(200);
  expect(await rowOf(connectionId)).toMatchObject({ tokenStatus: 'valid', dataErasedAt: null, thumbnailUrl: 'x' });
});

it('deletes nothing for a request that Facebook has not signed', async () => {
  const { connectionId } = await connected('219');
  const { status, body } = await sendForm(url(), { signed_request: `${signRequest('219')}x` });
  expect([status, body.details]).toEqual([400, { signed_request: ['is not signed by the platform'] }]);
  expect((await rowOf(connectionId)).dataErasedAt).toBeNull();
});

describe('showDataDeletion', () => {
  it.each(['facebook/data-deletion/unknown', 'youtube/data-deletion/unknown', 'nowhere/data-deletion/unknown'])(
    'shows a page that says nothing for %s',
    async (path) => {
      const page = await fetch(`${app.url}/api/v1/oauth/${path}`);
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toContain('text/html');
    },
  );

  it('is forgotten after a year', async () => {
    await sendForm(url(), { signed_request: signRequest('404') });
    await app.database.query(`UPDATE data_deletions SET created_at = now() - interval '364 days'`);
    expect(await DataDeletion.removeOld(100)).toBe(0);
    await app.database.query(`UPDATE data_deletions SET created_at = now() - interval '366 days'`);
    expect(await DataDeletion.removeOld(100)).toBeGreaterThan(0);
    expect(await DataDeletion.count()).toBe(0);
  });
});
