import { inTransaction } from '../../../models/database';
import { Connection } from '../../../models/Connection';
import { storeGrant } from '../../../models/storeGrant';
import { workspaceClient } from '../../support/actors';
import type { Actor } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { testSecrets } from '../../support/secrets';

let workspace: BuiltWorkspace;
let call: Actor;
let id: string;

const app = useApp();
beforeEach(async () => {
  workspace = await buildWorkspace();
  call = workspaceClient(app, workspace);
  const overrides = { name: 'Field Notes', externalPlatformId: 'UC1', externalId: 'mine' };
  id = (await buildConnection(workspace, overrides)).connectionId;
});

const patch = (body: unknown) => call('PATCH', `/api/v1/connections/${id}`, { body });
const row = async () => (await Connection.findByPk(id, { raw: true }))!;

it('answers id, name, isActive and platform, and changes what it names', async () => {
  const { status, body } = await patch({ name: 'Coast path', isActive: false, externalId: 'yours' });
  expect(status).toBe(200);
  expect(body).toEqual({ id, name: 'Coast path', isActive: false, platform: 'youtube' });
  expect(await row()).toMatchObject({ name: 'Coast path', isActive: false, externalId: 'yours' });
});

it.each([
  ['name', { name: 'Coast path' }],
  ['isActive', { isActive: false }],
  ['externalId', { externalId: 'yours' }],
])('leaves all but %s as it is', async (_field, change) => {
  const before = await row();
  await patch(change);
  const after = await row();
  expect(after).toEqual(Object.assign({}, before, change, { updatedAt: after.updatedAt }));
  expect(after.updatedAt.getTime()).toBeGreaterThanOrEqual(before.updatedAt.getTime());
});

it('answers an empty change with 200, and changes nothing', async () => {
  const before = await row();
  const { status, body } = await patch({});
  expect(status).toBe(200);
  expect(body).toEqual({ id, name: 'Field Notes', isActive: true, platform: 'youtube' });
  expect(await row()).toEqual(before);
});

it('ignores fields that it does not have', async () => {
  const before = await row();
  expect((await patch({ platform: 'facebook', tokenStatus: 'missing', workspaceId: id, id: 'x' })).status).toBe(200);
  expect(await row()).toEqual(before);
});

it('takes the external id away with null', async () => {
  expect((await patch({ externalId: null })).status).toBe(200);
  expect(await row()).toMatchObject({ externalId: null });
});

it.each([
  ['name', ''],
  ['name', ' \t '],
  ['name', null],
  ['name', 7],
  ['name', 'a\u0007b'],
  ['name', 'x'.repeat(256)],
  ['isActive', 'false'],
  ['isActive', null],
  ['externalId', ''],
  ['externalId', 'a\nb'],
  ['externalId', '🎬'.repeat(256)],
])('answers 400 to the %s %j, and changes nothing', async (field, value) => {
  const before = await row();
  const { status, body } = await patch({ name: 'Other', [field]: value });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: 'VALIDATION_ERROR',
    details: { [field]: expect.arrayContaining([expect.any(String)]) },
  });
  expect(await row()).toEqual(before);
});

it('takes 255 characters, counted as code points', async () => {
  expect((await patch({ externalId: '🎬'.repeat(255), name: '🎬'.repeat(255) })).status).toBe(200);
});

it('does not touch a connection of another workspace', async () => {
  const before = await row();
  const other = workspaceClient(app, await buildWorkspace());
  const { status } = await other('PATCH', `/api/v1/connections/${id}`, { body: { name: 'Stolen' } });
  expect(status).toBe(404);
  expect(await row()).toEqual(before);
});

it('deactivates: new assignments are refused until it is active again', async () => {
  const create = async () => (await call('POST', '/api/v1/assignments', { body: videoBody(id) })).status;
  await patch({ isActive: false });
  expect(await create()).toBe(409);
  expect((await call('GET', '/api/v1/connections')).body.total).toBe(0);
  await patch({ isActive: true });
  expect(await create()).toBe(201);
  expect((await call('GET', '/api/v1/connections')).body.total).toBe(1);
});

it('gives a name that stays when the channel is connected anew', async () => {
  await patch({ name: 'Coast path' });
  const channel = {
    externalPlatformId: 'UC1',
    name: 'The name on the platform',
    thumbnailUrl: null,
    metadata: { subscribers: 1, views: 2, posts: 3, handle: null },
  };
  const { workspaceId, organizationId } = workspace;
  const grant = {
    workspaceId,
    organizationId,
    platform: 'youtube',
    channel,
    accessToken: 'a',
    refreshToken: 'b',
    tokenExpiresAt: null,
    platformAccount: null,
  } as const;
  const stored = await inTransaction(app.database.sequelize, (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  expect(stored).toEqual({ connectionId: id, name: 'Coast path' });
  expect((await call('GET', `/api/v1/connections/${id}`)).body.name).toBe('Coast path');
});
