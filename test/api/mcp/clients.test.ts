import { useApp } from '../../support/callers/app';
import type { Json } from '../../support/actors';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { clientKinds, connectClient, keeperFor } from '../../support/callers/mcpClients';
import type { ClientKind } from '../../support/callers/mcpClients';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));

describe.each(clientKinds)('the official client %s', (kind) => {
  it('finds its way from the address alone: discovery, registration, consent, tools', async () => {
    const keeper = keeperFor(app, caller);
    const connected = await connectClient(app, kind, keeper);
    try {
      expect(keeper.asked).toEqual(['mcp.read mcp.write']);
      expect((await connected.listTools()).tools).toHaveLength(28);
      const { structuredContent, isError } = await connected.callTool('list_connections');
      expect([isError ?? false, structuredContent.items[0].id]).toEqual([false, caller.connectionId]);
      const post = { ...videoBody(caller.connectionId), idempotencyKey: `by ${kind}` };
      const made = await connected.callTool('create_assignment', post);
      expect(made.structuredContent).toMatchObject({ status: 'pending', replayed: 'no' });
      const refused = await connected.callTool('create_assignment', { type: 'poem' });
      expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringContaining('VALIDATION_ERROR')]);
      const { resources } = await connected.client.listResources();
      const read = await connected.client.readResource({
        uri: resources.find(({ name }: Json) => name === 'youtube-capabilities').uri,
      });
      expect(JSON.parse(read.contents[0].text).platform).toBe('youtube');
      expect((await connected.client.listPrompts()).prompts.map(({ name }: Json) => name)).toEqual([
        'draft_post',
        'find_failure',
      ]);
    } finally {
      await connected.close();
    }
  });

  it('refreshes in five calls at once, and nobody has to consent again', async () => {
    const keeper = keeperFor(app, caller);
    const connected = await connectClient(app, kind, keeper);
    try {
      await app.database.query(`UPDATE mcp_tokens SET expires_at = now() WHERE kind = 'access'`);
      const answers = await Promise.all([1, 2, 3, 4, 5].map(async () => connected.callTool('list_platforms')));
      expect(answers.map(({ isError }: Json) => isError ?? false)).toEqual([false, false, false, false, false]);
      expect((await connected.callTool('get_billing_status')).isError ?? false).toBe(false);
      expect(keeper.asked).toHaveLength(1);
    } finally {
      await connected.close();
    }
  });
});

const both = ['mcp.read', 'mcp.write'];

describe.each<[string, ClientKind, { keepsRefreshTokens: boolean }]>([
  ['v1 without refresh tokens', 'v1', { keepsRefreshTokens: false }],
  ['v2 of 2025', 'v2 of 2025', { keepsRefreshTokens: true }],
  ['v2 of 2026', 'v2 of 2026', { keepsRefreshTokens: true }],
])('the official client %s, which was allowed to read', (name, kind, habits) => {
  it('steps up to writing with its own tokens and one more consent, and can still read', async () => {
    const keeper = keeperFor(app, caller, { ...habits, firstScope: 'mcp.read' });
    const connected = await connectClient(app, kind, keeper);
    try {
      expect((await connected.callTool('list_platforms')).isError ?? false).toBe(false);
      expect(keeper.asked).toHaveLength(1);
      const post = { ...videoBody(caller.connectionId), idempotencyKey: `stepped up by ${name}` };
      expect((await connected.callTool('create_assignment', post)).structuredContent.status).toBe('pending');
      expect(keeper.asked.slice(1).map((scope) => scope.split(' ').toSorted())).toEqual([both]);
      expect((await connected.callTool('list_platforms')).isError ?? false).toBe(false);
      expect(keeper.asked).toHaveLength(2);
    } finally {
      await connected.close();
    }
  });
});

describe('the official client v1 with a refresh token, which was allowed to read', () => {
  it('refreshes instead of stepping up, and gives up; once its tokens are forgotten, it asks for both', async () => {
    const keeper = keeperFor(app, caller, { firstScope: 'mcp.read' });
    const post = { ...videoBody(caller.connectionId), idempotencyKey: 'by v1 at last' };
    const stuck = await connectClient(app, 'v1', keeper);
    try {
      await expect(stuck.callTool('create_assignment', post)).rejects.toThrow('403 after trying upscoping');
      expect(keeper.asked).toHaveLength(1);
    } finally {
      await stuck.close();
    }
    keeper.kept.tokens = undefined;
    const connected = await connectClient(app, 'v1', keeper);
    try {
      expect((await connected.callTool('create_assignment', post)).structuredContent.status).toBe('pending');
      expect(keeper.asked.slice(1).map((scope) => scope.split(' '))).toEqual([both]);
    } finally {
      await connected.close();
    }
  });
});

describe('progress of a call that asks somebody outside', () => {
  it.each(clientKinds)('is reported to the official client %s: begun, and ended', async (kind) => {
    const connected = await connectClient(app, kind, keeperFor(app, caller));
    try {
      const heard: Json[] = [];
      const given = { connectionId: caller.connectionId, type: 'video', payload: { title: 'Coast path' } };
      const call = { name: 'validate_assignment', arguments: given };
      const options = { onprogress: (progress: Json) => heard.push(progress) };
      const answer = await (kind === 'v1'
        ? connected.client.callTool(call, undefined, options)
        : connected.client.callTool(call, options));
      expect(answer.structuredContent.valid).toBe(false);
      expect(heard).toEqual([
        { progress: 0, total: 1, message: 'Check a post: begun' },
        { progress: 1, total: 1, message: 'Check a post: done' },
      ]);
    } finally {
      await connected.close();
    }
  });
});
