import { Connection } from '../../../models/connections/Connection';
import { workspaceClient } from '../../support/actors';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { buildUser } from '../../support/callers/people';
import { connect, openTicket, rowOf, useConnecting } from '../../support/runs/connecting';

const connecting = useConnecting();
beforeEach(async () => connecting.sandbox.control('POST', '/reset'));

const [youtube, forceSsl] = ['youtube', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
) as [string, string];

interface Consent {
  platform: 'youtube' | 'facebook';
  features?: string[];
  untick?: string[];
  account?: string;
  connectionId?: string;
}

/** Connects a channel with these features. @returns the parameters that the browser brings back */
async function connectWith(
  { platform, features = [], connectionId, untick = [], account }: Consent,
  earlier?: BuiltWorkspace,
) {
  const body = { platform, features, ...(connectionId !== undefined && { connectionId }) };
  const ticket = await openTicket(connecting.app, body, earlier);
  const person = account ?? (platform === 'youtube' ? 'Olive One' : 'Paula One');
  const button = platform === 'youtube' ? 'Allow' : 'Continue';
  const end = await connect(connecting.app, ticket, { account: person, untick, button });
  return { ticket, workspace: ticket.workspace, query: Object.fromEntries(end.searchParams) };
}

const detailOf = async (workspace: BuiltWorkspace, id: string | undefined) =>
  (await workspaceClient(connecting.app, workspace)('GET', `/api/v1/connections/${id}`)).body;

it.each<[string, Consent, string | undefined, object]>([
  ['none, and gets none', { platform: 'youtube' }, undefined, { comments: 'missing', captions: 'missing' }],
  [
    'one, and gets every feature of its scope',
    { platform: 'youtube', features: ['captions'] },
    undefined,
    { comments: 'granted', captions: 'granted' },
  ],
  [
    'two whose box was not ticked',
    { platform: 'youtube', features: ['captions', 'comments'], untick: [forceSsl] },
    'comments,captions',
    { comments: 'missing', captions: 'missing' },
  ],
  [
    'all, which are ticked',
    { platform: 'facebook', features: ['comments', 'insights', 'businessPages'] },
    undefined,
    { comments: 'granted', insights: 'granted', businessPages: 'granted' },
  ],
  [
    'two, of which one was not ticked',
    { platform: 'facebook', features: ['comments', 'insights'], untick: ['read_insights'] },
    'insights',
    { comments: 'granted', insights: 'missing', businessPages: 'missing' },
  ],
])('a consent that asks for %s connects, and tells what is missing', async (_name, consent, missing, features) => {
  const { ticket, workspace, query } = await connectWith(consent);
  const { connectionId } = query;
  expect(query).toEqual({ team: '7', status: 'success', connectionId, ...(missing !== undefined && { missing }) });
  expect((await detailOf(workspace, connectionId)).features).toEqual(features);
  expect((await rowOf(ticket)).missing).toEqual(missing?.split(',') ?? []);
});

it.each<[string, Consent]>([
  ['YouTube', { platform: 'youtube', features: ['captions'], untick: [youtube] }],
  ['Facebook', { platform: 'facebook', features: ['insights'], untick: ['pages_manage_posts'] }],
])('a base permission of %s that was not ticked is access denied, whatever features were', async (_name, consent) => {
  const { workspace, query } = await connectWith(consent);
  expect(query).toMatchObject({ status: 'error', error: 'access_denied' });
  expect(query).not.toHaveProperty('missing');
  expect(await Connection.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
});

it('a consent in the console tells of its ticket what is missing', async () => {
  const ada = await buildUser(connecting.app);
  const body = { platform: 'facebook', features: ['insights'] };
  const { ticketId, url } = (await ada.call('POST', '/api/v1/console/oauth/connect-url', { body })).body;
  const ticket = { workspace: ada, ticketId, authUrl: url } as unknown as Awaited<ReturnType<typeof openTicket>>;
  await connect(connecting.app, ticket, { account: 'Paula One', button: 'Continue', untick: ['read_insights'] });
  const { body: ended } = await ada.call('GET', `/api/v1/console/oauth/status/${ticketId}`);
  expect(ended).toMatchObject({ status: 'completed', error: null, missing: ['insights'] });
});

it('a channel that is connected anew keeps its features, gets the one that is asked for, and is tried by drafts', async () => {
  const { workspace, query } = await connectWith({ platform: 'facebook', features: ['insights'] });
  const { connectionId = '' } = query;
  await Connection.update({ publishing: 'direct' }, { where: { id: connectionId } });
  await connecting.sandbox.control('POST', '/reset');
  await connectWith({ platform: 'facebook', features: ['comments'], connectionId }, workspace);
  expect(await detailOf(workspace, connectionId)).toMatchObject({
    features: { comments: 'granted', insights: 'granted', businessPages: 'missing' },
    publishing: 'staged',
  });
});

it('a page of a business is offered only with its feature, and a login without it is told so', async () => {
  const without = await connectWith({ platform: 'facebook', account: 'Bea Business' });
  expect(without.query).toMatchObject({ status: 'error', error: 'platform_error' });
  expect(without.query['error_description']).toContain('only with the feature "businessPages"');
  const having = await connectWith({ platform: 'facebook', account: 'Bea Business', features: ['businessPages'] });
  expect(having.query).toMatchObject({ status: 'success' });
});

it('a renewal reads again what is granted: a permission that was withdrawn is missing, and its stored end stays', async () => {
  await connecting.sandbox.control('POST', '/settings', { publishingStatus: 'testing' });
  const { workspace, query } = await connectWith({ platform: 'youtube', features: ['captions'] });
  const { connectionId = '' } = query;
  const client = workspaceClient(connecting.app, workspace);
  const before = await detailOf(workspace, connectionId);
  expect(Math.round((Date.parse(before.accessEndsAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
  const renewed = { access_token: 'a', expires_in: 3599, scope: youtube };
  await connecting.fault({ method: 'POST', path: '/token' }, { status: 200, body: renewed });
  expect((await client('POST', `/api/v1/connections/${connectionId}/refresh-token`)).status).toBe(200);
  const { accessEndsAt, features } = await detailOf(workspace, connectionId);
  expect(accessEndsAt).toBe(before.accessEndsAt);
  expect(features).toEqual({ comments: 'missing', captions: 'missing' });
});

it('the access of an app in testing ends after a week, and the connection is expired then', async () => {
  await connecting.sandbox.control('POST', '/settings', { publishingStatus: 'testing' });
  const { workspace, query } = await connectWith({ platform: 'youtube' });
  await connecting.sandbox.control('POST', '/settings', { clockSkewMs: 7 * 86_400_000 + 1000 });
  const client = workspaceClient(connecting.app, workspace);
  const { body } = await client('POST', `/api/v1/connections/${query['connectionId']}/refresh-token`);
  expect(body).toEqual({ tokenStatus: 'expired', tokenExpiresAt: null });
});

it('a page has its permissions read again, too', async () => {
  const { workspace, query } = await connectWith({ platform: 'facebook', features: ['insights'] });
  const { connectionId = '' } = query;
  const data = { is_valid: true, scopes: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'] };
  await connecting.fault({ method: 'GET', path: '/v27.0/debug_token' }, { status: 200, body: { data } });
  await workspaceClient(connecting.app, workspace)('POST', `/api/v1/connections/${connectionId}/refresh-token`);
  expect((await detailOf(workspace, connectionId)).features).toMatchObject({ insights: 'missing' });
});
