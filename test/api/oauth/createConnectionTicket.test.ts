import { permissionsFor } from '../../../domain/consent/feature';
import { facebookPermissions } from '../../../platforms/facebook/login/permissions';
import { v7 as uuidv7 } from 'uuid';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { Organization } from '../../../models/organizations/Organization';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { stopwatch } from '../../support/stopwatch';
import { use } from '../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());

const good = { platform: 'youtube', redirectUrl: 'https://app.example/done?a=1#b' };
const create = (body: unknown, by = workspace) => workspaceClient(app, by)('POST', '/api/v1/oauth/tickets', { body });

async function otherOrganization(): Promise<string> {
  const id = uuidv7();
  await Organization.create({ id, workspaceId: workspace.workspaceId, name: 'Second', slug: `second-${id}` });
  return id;
}

it('answers a ticket that can be opened for five minutes, and promises its workflow', async () => {
  app.dispatched.length = 0;
  const passedMs = stopwatch();
  const { status, body } = await create(good);

  expect(status).toBe(201);
  expect(body).toEqual({
    ticketId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    authUrl: `https://api.example/api/v1/oauth/youtube/authorize?ticket=${body.ticketId}`,
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 300_000)).toBeLessThanOrEqual(passedMs());
  const row = await OAuthTicket.findByPk(body.ticketId, { raw: true });
  expect(row).toMatchObject({ ...good, status: 'pending', connectionId: null, sealed: null });
  expect(row).toMatchObject({ organizationId: workspace.organizationId });
  const outbox = await app.database.query('SELECT id, kind, workflow FROM outbox WHERE subject_id = $1', [
    body.ticketId,
  ]);
  expect(outbox).toEqual([{ id: app.dispatched[0]![0], kind: 'start', workflow: 'connectChannel' }]);
});

it.each([
  ['no platform', { platform: undefined }, 'platform'],
  ['an unknown platform', { platform: 'myspace' }, 'platform'],
  ['no redirectUrl', { redirectUrl: undefined }, 'redirectUrl'],
  ['a relative redirectUrl', { redirectUrl: '/done' }, 'redirectUrl'],
  ['a redirectUrl of another scheme', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ['a redirectUrl with a space', { redirectUrl: 'https://app.example/a b' }, 'redirectUrl'],
  ['a redirectUrl with a line break', { redirectUrl: 'https://app.example/a\r\nX: y' }, 'redirectUrl'],
  ['a redirectUrl without a host', { redirectUrl: 'https://' }, 'redirectUrl'],
  ['a redirectUrl that is too long', { redirectUrl: `https://app.example/${'x'.repeat(2048)}` }, 'redirectUrl'],
  ['a redirectUrl without //', { redirectUrl: 'https:app.example/done' }, 'redirectUrl'],
  ['a redirectUrl with a user name', { redirectUrl: 'https://ada@app.example/done' }, 'redirectUrl'],
  ['a redirectUrl with a backslash', { redirectUrl: 'https://app.example\\done' }, 'redirectUrl'],
  ['a redirectUrl with half a character', { redirectUrl: 'https://app.example/\ud800' }, 'redirectUrl'],
  ['a redirectUrl with a status', { redirectUrl: 'https://app.example/done?status=open' }, 'redirectUrl'],
  ['a redirectUrl with an error', { redirectUrl: 'https://app.example/done?a=1&error' }, 'redirectUrl'],
  ['a redirectUrl with a connectionId', { redirectUrl: 'https://app.example/done?connectionId=#top' }, 'redirectUrl'],
  ['a redirectUrl with an encoded status', { redirectUrl: 'https://app.example/?%73tatus=1' }, 'redirectUrl'],
  ['a malformed connectionId', { connectionId: 'x' }, 'connectionId'],
  ['a malformed organizationId', { organizationId: 'x' }, 'organizationId'],
])('answers 400 to %s', async (_what, change, field) => {
  const { status, body } = await create({ ...good, ...change });
  expect(status).toBe(400);
  expect(Object.keys(body.details)).toEqual([field]);
});

it.each([
  ['youtube', undefined, []],
  ['youtube', [], []],
  ['youtube', ['captions', 'comments', 'captions'], ['comments', 'captions']],
  ['facebook', ['insights', 'businessPages'], ['insights', 'businessPages']],
] as const)('of %s asks for the features %j, each once', async (platform, features, asked) => {
  const { status, body } = await create({ ...good, platform, features });
  expect(status).toBe(201);
  expect(await OAuthTicket.findByPk(body.ticketId, { raw: true })).toMatchObject({ features: asked, missing: [] });
});

it.each([
  ['youtube', ['insights']],
  ['youtube', ['captions', 'businessPages']],
  ['facebook', ['captions']],
  ['facebook', ['no such feature']],
])('of %s answers 400 to the features %j, and names those that there are', async (platform, features) => {
  const { status, body } = await create({ ...good, platform, features });
  expect([status, Object.keys(body.details)]).toEqual([400, ['features']]);
  expect(body.details.features).toEqual([expect.stringMatching(/^must be among: comments, /)]);
});

it('to authorize a connection again asks for the features that it has, too', async () => {
  const { connectionId } = await buildConnection(workspace, {
    platform: 'facebook',
    permissions: permissionsFor(facebookPermissions, ['insights']),
  });
  const { body } = await create({ ...good, platform: 'facebook', connectionId, features: ['comments'] });
  expect(await OAuthTicket.findByPk(body.ticketId, { raw: true })).toMatchObject({
    features: ['comments', 'insights'],
  });
});

it('belongs to the organization that is named, or to that of its connection', async () => {
  const organizationId = await otherOrganization();
  const { connectionId } = await buildConnection({ ...workspace, organizationId });
  for (const named of [{ organizationId }, { connectionId }, { connectionId, organizationId }]) {
    const { body } = await create({ ...good, ...named });
    expect(await OAuthTicket.findByPk(body.ticketId, { raw: true })).toMatchObject({ organizationId, ...named });
  }
  const refused = await create({ ...good, connectionId, organizationId: workspace.organizationId });
  expect(refused).toMatchObject({ status: 400, body: { details: { connectionId: [expect.any(String)] } } });
});

it('answers 404 to a foreign or unknown connection or organization, and 400 to a connection of another platform', async () => {
  const other = await buildWorkspace();
  const { connectionId } = await buildConnection(other);
  for (const ids of [
    { connectionId },
    { connectionId: uuidv7() },
    { organizationId: other.organizationId },
    { organizationId: uuidv7() },
  ]) {
    expect(await create({ ...good, ...ids })).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
  }
  const { connectionId: facebook } = await buildConnection(workspace, { platform: 'facebook' });
  const refused = await create({ ...good, connectionId: facebook });
  expect(refused).toMatchObject({ status: 400, body: { details: { connectionId: ['is a connection to facebook'] } } });
});
