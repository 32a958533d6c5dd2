import { useApp } from '../../support/app';
import type { Json } from '../../support/actors';
import { registerAssistant } from '../../support/assistant';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/caller';
import { clientKinds, connectClient, keeperFor } from '../../support/mcpClients';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));

describe.each(clientKinds)('the official client %s', (kind) => {
  it('finds its way from the address alone: discovery, registration, consent, tools', async () => {
    const keeper = keeperFor(app, caller);
    const connected = await connectClient(app, kind, keeper);
    try {
      expect(keeper.asked).toEqual(['mcp.read mcp.write']);
      expect((await connected.listTools()).tools).toHaveLength(18);
      const { structuredContent, isError } = await connected.callTool('list_connections');
      expect([isError ?? false, structuredContent.items[0].id]).toEqual([false, caller.connectionId]);
      const post = { ...videoBody(caller.connectionId), idempotencyKey: `by ${kind}` };
      const made = await connected.callTool('create_assignment', post);
      expect(made.structuredContent).toMatchObject({ status: 'pending', replayed: 'no' });
      const refused = await connected.callTool('create_assignment', { type: 'poem' });
      expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringContaining('VALIDATION_ERROR')]);
      const { resources } = await connected.client.listResources();
      const read = await connected.client.readResource({ uri: resources[0].uri });
      expect(JSON.parse(read.contents[0].text).platform).toBe('youtube');
      expect((await connected.client.listPrompts()).prompts.map(({ name }: Json) => name)).toEqual([
        'draft_post',
        'find_failure',
      ]);
    } finally {
      await connected.close();
    }
  });

  it('steps up from reading to writing, with one more consent', async () => {
    const keeper = keeperFor(app, caller);
    const { accessToken, refreshToken } = await buildMcpGrant(caller, { scopes: ['mcp.read'] });
    const { clientId } = await registerAssistant(app, keeper.provider.redirectUrl);
    const issuer = app.deps.config.baseUrl;
    keeper.kept.client = { client_id: clientId, redirect_uris: [keeper.provider.redirectUrl], issuer };
    keeper.kept.tokens = {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      issuer,
      scope: 'mcp.read',
    };
    const connected = await connectClient(app, kind, keeper);
    try {
      expect((await connected.callTool('list_platforms')).isError ?? false).toBe(false);
      expect(keeper.asked).toEqual([]);
      const post = { ...videoBody(caller.connectionId), idempotencyKey: `stepped up by ${kind}` };
      const { structuredContent } = await connected.callTool('create_assignment', post);
      expect(structuredContent).toMatchObject({ status: 'pending' });
      expect(keeper.asked).toHaveLength(1);
      expect(keeper.asked[0]!.split(' ')).toContain('mcp.write');
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

describe('the client of 2026', () => {
  it('cancels by going away, and hears of progress where somebody outside is asked', async () => {
    const connected = await connectClient(app, 'v2 of 2026', keeperFor(app, caller));
    try {
      const heard: Json[] = [];
      const given = { connectionId: caller.connectionId, type: 'video', payload: { title: 'Coast path' } };
      const call = { name: 'validate_assignment', arguments: given };
      const answer = await connected.client.callTool(call, { onprogress: (progress: Json) => heard.push(progress) });
      expect(answer.structuredContent.valid).toBe(false);
      expect(heard.map(({ progress }) => progress)).toContain(0);
      const gone = AbortSignal.abort();
      await expect(connected.client.callTool(call, { signal: gone })).rejects.toThrow(/abort/i);
    } finally {
      await connected.close();
    }
  });
});
