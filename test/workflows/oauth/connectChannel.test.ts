import { Connection, tokenContext } from '../../../models/connections/Connection';
import { ticketWorkflowId } from '../../../domain/workflowContract';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { connect, consent, browserOf, rowOf, useConnecting } from '../../support/runs/connecting';
import type { TestTicket } from '../../support/runs/connecting';
import { testSecrets } from '../../support/secrets';
import { until } from '../../support/until';

const connecting = useConnecting();

const onToken = { method: 'POST', path: '/token' };
const onChannels = { method: 'GET', path: '/youtube/v3/channels' };
const connectionsOf = async (workspaceId: string) => Connection.findAll({ where: { workspaceId }, raw: true });
const lastSeq = async () => (await connecting.callsSince(0)).at(-1)?.seq ?? 0;
const callsTo = async ({ path: wanted }: { path: string }, since: number) =>
  (await connecting.callsSince(since)).filter(({ path }) => path === wanted);

/** The start, a task, its findings, and a timer. */
const eventsOfFirstLook = 5;

/** Waits until the run has looked at its ticket: a run that begins after the ticket's end has nothing to cancel. */
async function begun(ticket: TestTicket): Promise<void> {
  const run = connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));
  await until(async () => ((await run.describe()).historyLength ?? 0) >= eventsOfFirstLook, { isForgiving: true });
}

/** The end of a ticket's run. */
async function runOf(ticket: TestTicket) {
  const handle = connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));
  await handle.result().catch(() => undefined);
  return (await handle.describe()).status.name;
}

async function refreshTokenOf(connection: Connection): Promise<string> {
  return testSecrets.decrypt(connection.refreshToken!, tokenContext(connection.id, 'refresh_token'));
}

it('connects the channel whose owner consents, and sends the browser back with its connection', async () => {
  const ticket = await connecting.ticket();
  const end = await connect(connecting.app, ticket);

  const [connection, ...others] = await connectionsOf(ticket.workspace.workspaceId);
  expect(others).toEqual([]);
  expect(end.href).toBe(`https://app.example/connected?team=7&status=success&connectionId=${connection!.id}#top`);
  expect(connection).toMatchObject({
    platform: 'youtube',
    externalPlatformId: 'UCsandboxOlivesKitchen01',
    platformAccount: expect.stringMatching(/^\d{21}$/),
    name: "Olive's Kitchen",
    isActive: true,
    tokenStatus: 'valid',
    organizationId: ticket.workspace.organizationId,
  });
  expect(await refreshTokenOf(connection!)).toMatch(/^1\/\//);
  expect(connection!.tokenExpiresAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);
  expect(await rowOf(ticket)).toMatchObject({ status: 'completed', connectedId: connection!.id, sealed: null });
  expect(await runOf(ticket)).toBe('COMPLETED');
});

it('asks the platform for offline access, for all its permissions and with proof of the code’s origin', async () => {
  const ticket = await connecting.ticket();
  const since = await lastSeq();
  await connect(connecting.app, ticket);

  const [authorized] = await callsTo({ path: '/o/oauth2/v2/auth' }, since);
  const query = new URLSearchParams(authorized!.query);
  expect(Object.fromEntries(query)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:9/api/v1/oauth/youtube/callback',
  });
  expect(await callsTo(onToken, since)).toMatchObject([{ status: 200 }]);
  expect(await callsTo(onChannels, since)).toMatchObject([{ status: 200 }]);
});

it('a channel that comes back keeps the id and the edited name of its connection, and gets the new tokens', async () => {
  const first = await connecting.ticket();
  const connectionId = (await connect(connecting.app, first)).searchParams.get('connectionId')!;
  const edited = { name: 'My kitchen', tokenStatus: 'expired', tokenExpiresAt: null, isActive: false } as const;
  await Connection.update(edited, { where: { id: connectionId } });

  const end = await connect(connecting.app, await connecting.ticket({ connectionId }, first.workspace));
  expect(end.searchParams.get('connectionId')).toBe(connectionId);
  const again = await connect(connecting.app, await connecting.ticket({}, first.workspace));
  expect(again.searchParams.get('connectionId')).toBe(connectionId);
  const connections = await connectionsOf(first.workspace.workspaceId);
  expect(connections).toMatchObject([{ id: connectionId, name: 'My kitchen', tokenStatus: 'valid', isActive: false }]);
});

it.each([
  ['no', undefined],
  ['an empty', ''],
])('%s refresh token leaves the stored one as it is', async (_which, sent) => {
  const first = await connecting.ticket();
  const connectionId = (await connect(connecting.app, first)).searchParams.get('connectionId');
  const before = await refreshTokenOf((await connectionsOf(first.workspace.workspaceId))[0]!);
  const { accessToken: access_token } = await connecting.sandbox.grant({ channelId: 'UCsandboxOlivesKitchen01' });
  const body = { access_token, expires_in: 3599, ...(sent !== undefined && { refresh_token: sent }) };
  await connecting.fault(onToken, { status: 200, body });

  const end = await connect(connecting.app, await connecting.ticket({ connectionId }, first.workspace));
  expect(end.searchParams.get('status')).toBe('success');
  expect(await refreshTokenOf((await connectionsOf(first.workspace.workspaceId))[0]!)).toBe(before);
});

it('a ticket for a connection that ends at another channel is a platform_error and leaves the connection untouched', async () => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace);
  const before = await connectionsOf(workspace.workspaceId);
  const ticket = await connecting.ticket({ connectionId }, workspace);
  const end = await connect(connecting.app, ticket);

  expect(Object.fromEntries(end.searchParams)).toEqual({
    team: '7',
    status: 'error',
    error: 'platform_error',
    error_description:
      'This login does not offer the channel of the connection. Log in with its account, and choose it.',
  });
  expect(await connectionsOf(workspace.workspaceId)).toEqual(before);
  expect(await rowOf(ticket)).toMatchObject({ status: 'failed', sealed: null, connectedId: null });
  expect(await runOf(ticket)).toBe('FAILED');
});

it('the same channel in two organizations is two connections', async () => {
  const [one, two] = [await connecting.ticket(), await connecting.ticket()];
  const ends = [await connect(connecting.app, one), await connect(connecting.app, two)];
  expect(new Set(ends.map(({ searchParams }) => searchParams.get('connectionId'))).size).toBe(2);
});

describe('makes no connection and says', () => {
  const cases: [string, string, () => Promise<unknown>, Parameters<typeof connect>[2]][] = [
    ['access_denied when the owner denies', 'access_denied', async () => {}, { button: 'Deny' }],
    [
      'access_denied when a permission is left out',
      'access_denied',
      () => connecting.sandbox.grant({ name: 'Picky', scopes: ['youtube.readonly'] }),
      { account: 'Picky', untick: ['https://www.googleapis.com/auth/youtube'] },
    ],
    ['platform_error when the account has no channel', 'platform_error', async () => {}, { account: 'Noa None' }],
    [
      'platform_error when the account is not signed up',
      'platform_error',
      () => connecting.fault(onChannels, { error: 'youtubeSignupRequired' }),
      {},
    ],
    [
      'platform_error when the code is refused',
      'platform_error',
      () => connecting.fault(onToken, { error: 'invalid_grant' }),
      {},
    ],
    [
      'platform_error when we are refused',
      'platform_error',
      () => connecting.fault(onToken, { error: 'invalid_client' }),
      {},
    ],
    ['platform_error when the exchange fails', 'platform_error', () => connecting.fault(onToken, { status: 503 }), {}],
    [
      'platform_error when its answer is lost',
      'platform_error',
      () => connecting.fault(onToken, { loseAnswer: true }),
      {},
    ],
  ];
  it.each(cases)('%s', async (_name, error, arrange, how) => {
    await arrange();
    const ticket = await connecting.ticket({ features: ['captions'] });
    await begun(ticket);
    const since = await lastSeq();
    const end = await connect(connecting.app, ticket, how);

    const { error_description: reason, ...query } = Object.fromEntries(end.searchParams);
    expect(query).toEqual({ team: '7', status: 'error', error });
    expect(reason ?? '').toContain(how?.untick ? 'permission' : '');
    expect(end.hash).toBe('#top');
    expect(await connectionsOf(ticket.workspace.workspaceId)).toEqual([]);
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error, sealed: null });
    // A code is exchanged once, whatever became of its answer.
    expect(await callsTo(onToken, since)).toHaveLength(how?.button === 'Deny' ? 0 : 1);
    expect(await runOf(ticket)).toBe(how?.button === 'Deny' ? 'CANCELLED' : 'FAILED');
  });
});

it.each([
  ['fails for a moment', { status: 503 }],
  ['asks for fewer requests', { error: 'userRateLimitExceeded' }],
])('looks for the channel again when the platform %s', async (_what, fault) => {
  await connecting.fault({ ...onChannels, times: 2 }, fault);
  const ticket = await connecting.ticket();
  const end = await connect(connecting.app, ticket);
  expect(end.searchParams.get('status')).toBe('success');
});

describe('a login that speaks for several channels', () => {
  const item = (id: string, title: string) => ({ id, snippet: { title, customUrl: `@${id}` }, statistics: {} });
  const items = [item('UC-a', 'Cats & <b>Dogs</b>'), item('UC-b', 'Birds')];
  beforeEach(() => connecting.fault(onChannels, { status: 200, body: { items } }));

  async function choices() {
    const ticket = await connecting.ticket();
    const browser = browserOf(connecting.app);
    const { location } = await browser.visit(await consent(browser, ticket));
    return { ticket, browser, location };
  }

  it('is asked which one, and that one is connected', async () => {
    const { ticket, browser, location } = await choices();
    expect(location).toBe(`http://localhost:9/api/v1/oauth/youtube/choose?ticket=${ticket.ticketId}`);
    const page = await browser.visit(location);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Cats &#38; &#60;b&#62;Dogs');
    expect((await rowOf(ticket)).sealed).toMatch(/^v1\./);
    expect(await connectionsOf(ticket.workspace.workspaceId)).toEqual([]);

    const fields = { ticket: ticket.ticketId, action: 'connect', channel: 'UC-b' };
    const sent = await browser.submit(location, fields);
    const [connection] = await connectionsOf(ticket.workspace.workspaceId);
    expect(connection).toMatchObject({ externalPlatformId: 'UC-b', name: 'Birds', tokenStatus: 'valid' });
    expect(sent).toMatchObject({ status: 302, location: expect.stringContaining(`connectionId=${connection!.id}`) });
    expect(await rowOf(ticket)).toMatchObject({ status: 'completed', sealed: null });
    expect(await runOf(ticket)).toBe('COMPLETED');
  });

  it('can cancel', async () => {
    const { ticket, browser, location } = await choices();
    const sent = await browser.submit(location, { ticket: ticket.ticketId, action: 'cancel' });
    expect(sent.location).toContain('status=error&error=access_denied');
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', sealed: null });
    expect(await runOf(ticket)).toBe('CANCELLED');
  });

  it('is not asked when the ticket is for one of them', async () => {
    const workspace = await buildWorkspace();
    const { connectionId } = await buildConnection(workspace, { externalPlatformId: 'UC-b' });
    const end = await connect(connecting.app, await connecting.ticket({ connectionId }, workspace));
    expect(end.searchParams.get('connectionId')).toBe(connectionId);
  });
});
