import { useApp, startApp } from '../../support/callers/app';
import { tools } from '../../../api/tools';
import type { Json } from '../../support/actors';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callTool, sendMessage } from '../../support/callers/mcp';
import { useSandbox } from '../../support/servers/sandbox';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const granted = use(async () => buildMcpGrant(caller));

/** From docs/contract.md §9: each tool's scope; if it only reads, cannot be undone, may be repeated, asks outside. */
const table: Readonly<Record<string, readonly [scope: string, ...hints: boolean[]]>> = {
  list_platforms: ['mcp.read', true, false, true, false],
  get_platform_capabilities: ['mcp.read', true, false, true, false],
  list_connections: ['mcp.read', true, false, true, false],
  get_connection: ['mcp.read', true, false, true, false],
  list_playlists: ['mcp.read', true, false, true, true],
  list_categories: ['mcp.read', true, false, true, true],
  refresh_connection_token: ['mcp.write', false, false, true, true],
  connect_channel: ['mcp.write', false, false, false, false],
  get_connect_status: ['mcp.read', true, false, true, false],
  create_upload: ['mcp.write', false, false, false, false],
  get_upload: ['mcp.read', true, false, true, false],
  import_from_url: ['mcp.write', false, false, false, true],
  list_assignments: ['mcp.read', true, false, true, false],
  get_assignment: ['mcp.read', true, false, true, false],
  validate_assignment: ['mcp.read', true, false, true, true],
  preview_post: ['mcp.read', true, false, true, true],
  create_assignment: ['mcp.write', false, false, true, true],
  update_assignment: ['mcp.write', false, true, true, true],
  retry_assignment: ['mcp.write', false, false, false, true],
  unpublish_assignment: ['mcp.write', false, true, true, true],
  cancel_assignment: ['mcp.write', false, true, true, true],
  get_channel_stats: ['mcp.read', true, false, false, true],
  get_post_stats: ['mcp.read', true, false, false, true],
  get_stats_history: ['mcp.read', true, false, true, false],
  list_webhook_deliveries: ['mcp.read', true, false, true, false],
  redeliver_webhook: ['mcp.write', false, false, false, true],
  get_billing_status: ['mcp.read', true, false, true, false],
  explain_error: ['mcp.read', true, false, true, false],
};

const listed = use(async () => {
  const { body } = await sendMessage(app, granted.accessToken, { method: 'tools/list' });
  return { tools: body.result.tools as Json[] };
});

describe('tools/list', () => {
  it('has each tool with its hints, always in the same order, and at most 30', async () => {
    const found = listed.tools.map(({ name, annotations }) => [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
      annotations.idempotentHint,
      annotations.openWorldHint,
    ]);
    expect(found).toEqual(Object.entries(table).map(([name, [, ...hints]]) => [name, ...hints]));
    expect(found.length).toBeLessThanOrEqual(30);
  });

  it('gives each tool the scope of the contract', () => {
    expect(tools.map(({ name, scope }) => [name, scope])).toEqual(
      Object.entries(table).map(([name, [scope]]) => [name, scope]),
    );
  });

  it('has names, titles and descriptions that every client takes', () => {
    for (const { name, title, description } of listed.tools) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
      expect([title.length > 0, description.length > 20]).toEqual([true, true]);
      expect(description).not.toMatch(/X-Credits|\b(400|402|404|409)\b/);
    }
  });

  it('has schemas whose roots are plain objects, and inputs that are short', () => {
    for (const { inputSchema, outputSchema } of listed.tools)
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type).toBe('object');
        expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['anyOf']));
        expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['oneOf']));
        expect(JSON.stringify(schema)).not.toContain('$ref');
      }
    const inputs = listed.tools.map(({ inputSchema }) => JSON.stringify(inputSchema)).join('');
    expect(Buffer.byteLength(inputs)).toBeLessThan(20_000);
  });

  it('describes each argument that does not describe itself', () => {
    const create = listed.tools.find(({ name }) => name === 'create_assignment')!.inputSchema;
    expect(create.required).toEqual(['connectionId', 'type', 'payload']);
    expect(create.properties.mediaUrl).toMatchObject({
      type: 'string',
      format: 'uri',
      description: expect.any(String),
    });
    expect(create.properties.scheduledAt).toMatchObject({ type: 'string', format: 'date-time' });
  });
});

/** Calls a tool that must succeed. */
async function answerOf(
  name: string,
  given: Json = {},
  { accessToken } = granted,
): Promise<{ text: string; structured: Json }> {
  const { isError, structured, text, json } = await callTool(app, accessToken, name, given);
  expect([name, isError, text]).toEqual([name, false, text]);
  expect(json ?? structured).toEqual(structured);
  return { text, structured };
}

describe('tools that read', () => {
  it('lead from the platform to the post', async () => {
    expect((await answerOf('list_platforms')).text).toContain('youtube (YouTube): video');
    const capabilities = await answerOf('get_platform_capabilities', { platform: 'youtube' });
    expect(capabilities.text).toContain('title (required)');
    const connections = await answerOf('list_connections');
    expect(connections.text).toContain(caller.connectionId);
    const connection = await answerOf('get_connection', { connectionId: caller.connectionId });
    expect(connection.text).toContain('Posts can be published to it.');
    expect((await answerOf('get_billing_status')).structured.balance).toBe(1000);
  });

  it('answer what REST answers', async () => {
    const { assignmentId } = await buildAssignment(caller, { status: 'published', platformPostId: 'post' });
    const { structured } = await answerOf('get_assignment', { assignmentId });
    const next = { tool: 'get_stats_history', arguments: { assignmentId } };
    expect(structured).toEqual({ next, ...(await caller.call('GET', `/api/v1/assignments/${assignmentId}`)).body });
    const page = await answerOf('list_assignments', { limit: 1 });
    const { body } = await caller.call('GET', '/api/v1/assignments?limit=1');
    expect(page.structured).toMatchObject(body);
    expect(page.text).toContain(`${assignmentId}: published`);
  });

  it('tell one scheduled post from another in a list', async () => {
    const scheduledAt = new Date('2100-01-01T09:00:00Z');
    const { assignmentId } = await buildAssignment(caller, { scheduledAt, payload: { title: 'Coast path' } });
    const { structured, text } = await answerOf('list_assignments', { status: 'pending', limit: 1 });
    expect(structured.items).toMatchObject([
      { id: assignmentId, title: 'Coast path', scheduledAt: scheduledAt.toISOString() },
    ]);
    expect(text).toContain(`${assignmentId}: pending, youtube video, "Coast path", for 2100-01-01T09:00:00.000Z`);
  });

  it('say why a post failed, and who acts', async () => {
    const errors = [{ code: 'TOKEN_EXPIRED', message: 'YouTube refused the token.' }];
    const { assignmentId } = await buildAssignment(caller, { status: 'failed', errors });
    const { text } = await answerOf('get_assignment', { assignmentId });
    expect(text).toContain('YouTube refused the token.');
    expect(text).toContain('Who acts: channel owner.');
    expect(text).toContain('retry_assignment');
    const explained = await answerOf('explain_error', { code: 'TOKEN_EXPIRED' });
    expect(explained.structured).toMatchObject({ failure: { transient: false }, refusal: null });
    expect((await answerOf('explain_error', { code: 'CONFLICT' })).structured.refusal.status).toBe(409);
  });

  it('send nobody into a retry that must fail again', async () => {
    const errors = [{ code: 'MEDIA_INVALID', message: 'The file is no video.' }];
    const { assignmentId } = await buildAssignment(caller, { status: 'failed', errors });
    const { text } = await answerOf('get_assignment', { assignmentId });
    expect(text).toContain('Make another one with create_assignment');
    expect(text).not.toContain('retry_assignment');
  });

  it('say what a connection needs', async () => {
    const { connectionId } = await buildConnection(caller, { tokenStatus: 'expired' });
    expect((await answerOf('get_connection', { connectionId })).text).toContain('refresh_connection_token');
  });

  it('list deliveries, and send one again', async () => {
    const { deliveryId, assignmentId } = await buildDelivery(caller, 'https://caller.example/hooks', {
      status: 'failed',
    });
    expect((await answerOf('list_webhook_deliveries', { assignmentId })).text).toContain(`${deliveryId}: failed`);
    expect((await answerOf('redeliver_webhook', { deliveryId })).structured.id).toBe(deliveryId);
  });
});

describe('tools that write', () => {
  it('make a post that REST finds, hold its credits and say so', async () => {
    const own = await buildCaller(app, { credits: 100 });
    const grant = await buildMcpGrant(own);
    const ask = async (name: string, given: Json) => answerOf(name, given, grant);
    const [scheduledAt, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const post = videoBody(own.connectionId, { scheduledAt });
    const valid = await ask('validate_assignment', post);
    expect([valid.structured.valid, valid.structured.credits]).toEqual([true, { required: 10, balance: 100 }]);

    app.forget();
    const { structured, text } = await ask('create_assignment', { ...post, idempotencyKey: 'one' });
    expect(structured).toMatchObject({ credits: { used: 10, balance: 90 }, replayed: 'no', scheduledAt });
    expect(text).toContain(`get_assignment with assignmentId ${structured.id}`);
    const { id: assignmentId } = structured;
    expect((await own.call('GET', `/api/v1/assignments/${assignmentId}`)).status).toBe(200);
    expect(app.dispatched).toHaveLength(1);

    const again = await ask('create_assignment', { ...post, idempotencyKey: 'one' });
    expect(again.structured).toMatchObject({ id: assignmentId, replayed: 'of the same request', credits: { used: 0 } });
    const other = await ask('create_assignment', { ...post, idempotencyKey: 'one', externalId: 'x' });
    expect([other.structured.id, other.structured.replayed]).toEqual([assignmentId, 'of another request']);

    const changed = await ask('update_assignment', { assignmentId, scheduledAt: later });
    expect(changed.structured).toMatchObject({ scheduledAt: later, credits: null });
    expect((await ask('cancel_assignment', { assignmentId })).structured).toEqual({
      id: assignmentId,
      next: null,
      status: 'cancelled',
    });
    expect((await ask('get_billing_status', {})).structured.balance).toBe(100);
  });

  it('name the fields of the payload that were ignored, as validate_assignment does', async () => {
    const post = videoBody(caller.connectionId, { payload: { title: 'Coast path', privacyStatus: 'private' } });
    const valid = await answerOf('validate_assignment', post);
    const made = await answerOf('create_assignment', { ...post, idempotencyKey: 'ignored' });
    const changed = await answerOf('update_assignment', {
      assignmentId: made.structured.id,
      payload: { titel: 'Coast path 2' },
    });
    expect([valid, made, changed].map(({ structured }) => structured.ignoredPayloadFields)).toEqual([
      ['privacyStatus'],
      ['privacyStatus'],
      ['titel'],
    ]);
    for (const { text } of [valid, made]) expect(text).toContain('does not have: privacyStatus');
    expect(changed.text).toContain('does not have: titel');
  });

  it('do not say that something was changed where nothing was', async () => {
    const { assignmentId } = await buildAssignment(caller, { status: 'published', platformPostId: 'unchanged' });
    const { structured, text } = await answerOf('update_assignment', { assignmentId, updatePublished: true });
    expect([structured.credits.used, text]).toEqual([0, expect.stringContaining('nothing was changed')]);
  });

  it('take a failed post up again', async () => {
    const { assignmentId } = await buildAssignment(caller, { status: 'failed' });
    expect((await answerOf('retry_assignment', { assignmentId })).structured).toMatchObject({ status: 'pending' });
  });
});

describe('tools that ask a platform', () => {
  const sandbox = useSandbox();
  const live = use(async () => startApp({}, { platformUrl: sandbox.url, database: app.database }));

  it('answer its counters, what they cost, and how its access stands', async () => {
    const grant = await sandbox.grant();
    const own = await buildCaller(live, { credits: 10, grant });
    const { accessToken } = await buildMcpGrant(own);
    const { connectionId } = own;
    const stats = await callTool(live, accessToken, 'get_channel_stats', { connectionId });
    expect([stats.isError, stats.structured.credits]).toEqual([false, { used: 1, balance: 9 }]);
    const platformPostId = await sandbox.upload(grant.accessToken);
    const { assignmentId: postId } = await buildAssignment(own, { status: 'published', platformPostId });
    const post = await callTool(live, accessToken, 'get_post_stats', { connectionId, postId });
    expect([post.isError, post.structured.credits.used]).toEqual([false, 1]);
    const renewed = await callTool(live, accessToken, 'refresh_connection_token', { connectionId });
    expect(renewed.structured.tokenStatus).toBe('valid');
    expect(renewed.text).toContain('retry_assignment');
  });
});

describe('resources and prompts', () => {
  it('have the capabilities of each platform', async () => {
    const ask = async (method: string, params = {}) =>
      (await sendMessage(app, granted.accessToken, { method, params })).body.result;
    const listed = (await ask('resources/list')).resources.map(({ uri }: Json) => uri);
    const uris = listed.filter((uri: string) => uri.startsWith('cds:'));
    expect(uris).toEqual(['cds://platforms/youtube/capabilities', 'cds://platforms/facebook/capabilities']);
    const [template] = (await ask('resources/templates/list')).resourceTemplates;
    expect(template.uriTemplate).toBe('cds://platforms/{platform}/capabilities');
    const [{ text, mimeType }] = (await ask('resources/read', { uri: uris[0] })).contents;
    expect(mimeType).toBe('application/json');
    expect(JSON.parse(text)).toEqual((await caller.call('GET', '/api/v1/platforms/youtube/capabilities')).body);
  });

  it('lead a draft to the user before it is published, and a failure to its reason', async () => {
    const get = async (name: string, given: Json) => {
      const params = { name, arguments: given };
      const { body } = await sendMessage(app, granted.accessToken, { method: 'prompts/get', params });
      return body.result.messages[0].content.text;
    };
    const draft = await get('draft_post', { topic: 'the coast path' });
    expect(draft).toMatch(/the coast path[^]*validate_assignment[^]*Wait until I agree[^]*create_assignment/);
    expect(await get('find_failure', {})).toMatch(/list_assignments[^]*explain_error[^]*retry_assignment/);
  });
});
