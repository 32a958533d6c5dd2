import { inTransaction } from '../../../models/database/transaction';
import { Connection } from '../../../models/connections/Connection';
import { fail } from '../../support/runs/reports';
import { storeGrant } from '../../../models/oauth/storeGrant';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildWorkspace } from '../../support/build/workspace';
import { useCaller } from '../../support/callers/caller';
import { testSecrets } from '../../support/secrets';

const app = useApp();
const connection = { name: 'Field Notes', externalPlatformId: 'UC1', externalId: 'mine' };
const caller = useCaller(app, { connection });

const patch = (body: unknown) => caller.call('PATCH', `/api/v1/connections/${caller.connectionId}`, { body });
const row = async () => (await Connection.findByPk(caller.connectionId, { raw: true }))!;

it('answers id, name, isActive and platform, and changes what it names', async () => {
  const { status, body } = await patch({ name: 'Coast path', isActive: false, externalId: 'yours' });
  expect(status).toBe(200);
  expect(body).toEqual({ id: caller.connectionId, name: 'Coast path', isActive: false, platform: 'youtube' });
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

it('lets preparations that failed be tried again, once it is active again', async () => {
  const { body } = await caller.create({ scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  const fault = { code: 'CONNECTION_INACTIVE', message: 'It is inactive.' } as const;
  await fail({ assignmentId: body.id }, fault);
  const assignment = async () =>
    (await app.database.query('SELECT generation FROM assignments WHERE id = $1', [body.id]))[0];
  await patch({ isActive: false });
  expect(await assignment()).toEqual({ generation: 1 });
  await patch({ isActive: true });
  expect(await assignment()).toEqual({ generation: 2 });
});

it('answers an empty change with 200, and changes nothing', async () => {
  const before = await row();
  const { status, body } = await patch({});
  expect(status).toBe(200);
  expect(body).toEqual({ id: caller.connectionId, name: 'Field Notes', isActive: true, platform: 'youtube' });
  expect(await row()).toEqual(before);
});

it('ignores fields that it does not have', async () => {
  const before = await row();
  const { connectionId: workspaceId } = caller;
  expect((await patch({ platform: 'facebook', tokenStatus: 'missing', workspaceId, id: 'x' })).status).toBe(200);
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
  const { status } = await other('PATCH', `/api/v1/connections/${caller.connectionId}`, { body: { name: 'Stolen' } });
  expect(status).toBe(404);
  expect(await row()).toEqual(before);
});

it('deactivates: new assignments are refused until it is active again', async () => {
  await patch({ isActive: false });
  expect((await caller.create()).status).toBe(409);
  expect((await caller.call('GET', '/api/v1/connections')).body.total).toBe(0);
  await patch({ isActive: true });
  expect((await caller.create()).status).toBe(201);
  expect((await caller.call('GET', '/api/v1/connections')).body.total).toBe(1);
});

it('gives a name that stays when the channel is connected anew', async () => {
  await patch({ name: 'Coast path' });
  const channel = {
    externalPlatformId: 'UC1',
    name: 'The name on the platform',
    thumbnailUrl: null,
    metadata: { subscribers: 1, views: 2, posts: 3, handle: null },
  };
  const { workspaceId, organizationId } = caller;
  const grant = {
    workspaceId,
    organizationId,
    platform: 'youtube',
    channel,
    accessToken: 'a',
    refreshToken: 'b',
    tokenExpiresAt: null,
    permissions: [],
    platformAccount: null,
  } as const;
  const stored = await inTransaction(app.database.sequelize, 'test', (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  expect(stored).toEqual({ connectionId: caller.connectionId, name: 'Coast path' });
  expect((await caller.call('GET', `/api/v1/connections/${caller.connectionId}`)).body.name).toBe('Coast path');
});
