import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { callTool, sendMessage } from '../../support/callers/mcp';
import { buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';
import { withoutPlatform } from '../../support/runs/withoutPlatform';

const app = useApp();
useEach(async () => withoutPlatform(app.deps, 'facebook'));
const scene = useEach(async () => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace, { platform: 'facebook' });
  return {
    call: workspaceClient(app, workspace),
    channel: { ...workspace, connectionId, platform: 'facebook' as const },
    stop: () => undefined,
  };
});
const assignmentOf = async (overrides: Parameters<typeof buildAssignment>[1]) =>
  (await buildAssignment(scene.channel, { type: 'text', payload: { message: 'Ahoy' }, mediaUrl: null, ...overrides }))
    .assignmentId;
const textPost = () => ({ connectionId: scene.channel.connectionId, type: 'text', payload: { message: 'Ahoy' } });
const balance = async () => (await scene.call('GET', '/api/v1/billing/status')).body;
const said = 'Facebook is not offered by this service at present.';

describe('a platform whose settings are missing', () => {
  it('is not listed, has no capabilities, and takes no tickets', async () => {
    const { call } = scene;
    expect((await call('GET', '/api/v1/platforms')).body.items).toMatchObject([{ slug: 'youtube' }]);
    const capabilities = await call('GET', '/api/v1/platforms/facebook/capabilities');
    expect([capabilities.status, capabilities.body.message]).toEqual([404, said]);
    const authorize = await fetch(
      `${app.url}/api/v1/oauth/facebook/authorize?ticket=0190b5b8-0000-7000-8000-000000000000`,
      { redirect: 'manual' },
    );
    expect(authorize.status).toBe(404);
    const body = { platform: 'facebook', redirectUrl: 'https://shop.example/done' };
    const ticket = await call('POST', '/api/v1/oauth/tickets', { body });
    expect([ticket.status, ticket.body.details]).toEqual([
      400,
      { platform: ['is not offered by this service at present'] },
    ]);
  });

  it('keeps its connections: they are listed, shown, and can be removed', async () => {
    const { call, channel } = scene;
    const { items } = (await call('GET', '/api/v1/connections')).body;
    expect(items).toMatchObject([{ id: channel.connectionId, platform: 'facebook' }]);
    expect((await call('GET', `/api/v1/connections/${channel.connectionId}`)).status).toBe(200);
    expect((await call('DELETE', `/api/v1/connections/${channel.connectionId}`)).status).toBe(204);
  });

  it.each(['', '/validate'])('takes no new post: POST /assignments%s is 409, and costs nothing', async (path) => {
    const before = await balance();
    const { status, body } = await scene.call('POST', `/api/v1/assignments${path}`, { body: textPost() });
    expect([status, body]).toMatchObject([409, { error: 'CONFLICT', message: said }]);
    expect(await balance()).toEqual(before);
  });

  it('retries and edits nothing, and says why', async () => {
    const failed = await assignmentOf({ status: 'failed' });
    const retry = await scene.call('POST', `/api/v1/assignments/${failed}/retry`);
    expect([retry.status, retry.body.message]).toEqual([409, said]);
    const waiting = await assignmentOf({ scheduledAt: new Date(Date.now() + 86_400_000) });
    const edited = await scene.call('PATCH', `/api/v1/assignments/${waiting}`, {
      body: { payload: { message: 'Land' } },
    });
    expect([edited.status, edited.body.message]).toEqual([409, said]);
    const published = await assignmentOf({
      status: 'published',
      platformPostId: '1_2',
      platformUrl: 'https://facebook.com/1_2',
    });
    const body = { updatePublished: true, payload: { message: 'Land' } };
    const updated = await scene.call('PATCH', `/api/v1/assignments/${published}`, { body });
    expect([updated.status, updated.body.message]).toEqual([409, said]);
  });

  it('shows and cancels the assignments that it has accepted', async () => {
    const waiting = await assignmentOf({ scheduledAt: new Date(Date.now() + 86_400_000) });
    expect((await scene.call('GET', `/api/v1/assignments/${waiting}`)).body).toMatchObject({ status: 'pending' });
    expect((await scene.call('GET', '/api/v1/assignments')).body.items).toMatchObject([{ id: waiting }]);
    expect((await scene.call('DELETE', `/api/v1/assignments/${waiting}`)).status).toBe(204);
  });

  it('is asked nothing: statistics and refresh-token are 503 with Retry-After, and cost nothing', async () => {
    const { call, channel } = scene;
    const published = await assignmentOf({
      status: 'published',
      platformPostId: '1_2',
      platformUrl: 'https://facebook.com/1_2',
    });
    const before = await balance();
    const asked = [
      ['GET', `/api/v1/connections/${channel.connectionId}/channel-stats`],
      ['GET', `/api/v1/connections/${channel.connectionId}/posts/${published}/stats`],
      ['POST', `/api/v1/connections/${channel.connectionId}/refresh-token`],
      ['GET', `/api/v1/connections/${channel.connectionId}/playlists`],
      ['GET', `/api/v1/connections/${channel.connectionId}/categories`],
    ] as const;
    for (const [method, path] of asked) {
      const { status, body, headers } = await call(method, path);
      expect([path, status, body.error, body.message]).toEqual([
        path,
        503,
        'UNAVAILABLE',
        `${said} Retry once it is offered again.`,
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await balance()).toEqual(before);
    expect((await call('GET', `/api/v1/connections/${channel.connectionId}`)).body.tokenStatus).toBe('valid');
  });

  it.each([
    ['get_platform_capabilities', () => ({ platform: 'facebook' }), 'NOT_FOUND'],
    ['create_assignment', () => ({ ...textPost(), idempotencyKey: 'away' }), 'CONFLICT'],
    ['validate_assignment', textPost, 'CONFLICT'],
    ['retry_assignment', async () => ({ assignmentId: await assignmentOf({ status: 'failed' }) }), 'CONFLICT'],
    ['refresh_connection_token', () => ({ connectionId: scene.channel.connectionId }), 'UNAVAILABLE'],
    ['get_channel_stats', () => ({ connectionId: scene.channel.connectionId }), 'UNAVAILABLE'],
  ])('is said to assistants: %s', async (tool, given, code) => {
    const { accessToken } = await buildMcpGrant(scene.channel);
    const { isError, text, json } = await callTool(app, accessToken, tool, await given());
    expect([isError, json.error, text]).toEqual([true, code, expect.stringContaining(`${code}: ${said}`)]);
  });

  it('is no resource and no platform for assistants, who see its channels', async () => {
    const { accessToken } = await buildMcpGrant(scene.channel);
    const { structured } = await callTool(app, accessToken, 'list_platforms');
    expect(structured.items).toMatchObject([{ slug: 'youtube' }]);
    const channels = await callTool(app, accessToken, 'list_connections');
    expect(channels.structured.items).toMatchObject([{ id: scene.channel.connectionId, platform: 'facebook' }]);
    const uri = 'cds://platforms/facebook/capabilities';
    const list = await sendMessage(app, accessToken, { method: 'resources/list', params: {} });
    expect(JSON.stringify(list.body.result)).not.toContain(uri);
    const read = await sendMessage(app, accessToken, { method: 'resources/read', params: { uri } });
    expect(read.body.error).toMatchObject({ message: expect.stringContaining(uri) });
  });

  it('leaves every page of the console its data', async () => {
    const user = await buildUser(app);
    const { connectionId } = await buildConnection(user, { platform: 'facebook' });
    const assignment = { type: 'text', payload: { message: 'Ahoy' }, mediaUrl: null } as const;
    const { assignmentId } = await buildAssignment({ ...user, connectionId }, { ...assignment, status: 'failed' });
    const pages = [
      '/console/connections?includeInactive=true',
      '/console/assignments',
      `/console/assignments/${assignmentId}`,
      '/console/stats/analytics',
      '/console/stats/compare',
      '/console/stats/subscriber-growth',
      '/console/stats/recent-posts',
      '/console/stats/best-posts',
      '/console/settings',
    ];
    for (const page of pages) expect([page, (await user.call('GET', `/api/v1${page}`)).status]).toEqual([page, 200]);
    const consent = await user.call('POST', '/api/v1/console/oauth/connect-url', {
      body: { platform: 'facebook', connectionId },
    });
    expect([consent.status, consent.body.details]).toEqual([
      400,
      { platform: ['is not offered by this service at present'] },
    ]);
    expect((await user.call('DELETE', `/api/v1/console/connections/${connectionId}`)).status).toBe(204);
  });
});
