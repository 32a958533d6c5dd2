import { consentBrowser, decide } from '../../support/callers/assistant';
import { buildCaller } from '../../support/callers/caller';
import { startMcpRemote } from '../../support/callers/mcpRemote';
import { runPythonClient } from '../../support/callers/pythonClient';
import { startReachableApp } from '../../support/callers/reachableApp';
import { use, useStopping } from '../../support/use';

const app = use(async () => startReachableApp());
const caller = use(async () => buildCaller(app));
const stopping = useStopping();

/** A person who allows what a client asks for, with these boxes. */
function personWho(boxes: Parameters<typeof decide>[3] = {}) {
  const consents: string[] = [];
  const open = async (url: string): Promise<string> => {
    consents.push(new URL(url).searchParams.get('scope') ?? 'none');
    const browser = consentBrowser(app);
    const page = await browser.visit(url);
    return (await decide(browser, page, { action: 'allow', api_key: caller.apiKey }, boxes)).location;
  };
  return { consents, open };
}

const endGrants = async () => app.database.query('UPDATE mcp_grants SET ended_at = now() WHERE ended_at IS NULL');
const [both, toolCount] = ['mcp.read mcp.write', 28];

describe('the official Python client', () => {
  it.each<[string, 'v1' | 'v2', string[], string]>([
    ['version 1', 'v1', [], '2025-11-25'],
    ['version 2 with the handshake', 'v2', ['legacy'], '2025-11-25'],
    ['version 2', 'v2', ['auto'], '2026-07-28'],
  ])(
    'of %s finds its way from the address alone, refreshes for five calls at once, and asks again once its grant has ended',
    async (_name, line, mode, version) => {
      const { consents, open } = personWho();
      const wait = async () => void (await endGrants());
      const saw = await runPythonClient(line, [`${app.url}/_mcp`, ...mode], { open, wait });
      expect(saw).toMatchObject({ spoken: version, scopes: [both, both, both], different: 3 });
      expect(saw.tools).toHaveLength(toolCount);
      expect(saw.answers).toEqual(Array.from({ length: 7 }, () => caller.connectionId));
      expect(consents).toEqual([both, both]);
    },
  );
});

describe('mcp-remote', () => {
  it('gives a program without HTTP the tools, and refreshes what its person has allowed in part', async () => {
    const { consents, open } = personWho({ 'mcp.write': false });
    const remote = stopping(await startMcpRemote(`${app.url}/_mcp`, open));
    const clientInfo = { name: 'a program', version: '1' };
    const { result } = await remote.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    expect([result.serverInfo.name, result.protocolVersion]).toEqual(['content-delivery-service', '2025-11-25']);
    remote.notify('notifications/initialized');
    expect((await remote.request('tools/list', {})).result.tools).toHaveLength(toolCount);
    const call = async () => remote.request('tools/call', { name: 'list_connections', arguments: {} });
    const answered = { result: { structuredContent: { items: [{ id: caller.connectionId }] } } };
    expect(await call()).toMatchObject(answered);
    await app.database.query(`UPDATE mcp_tokens SET expires_at = now() WHERE kind = 'access'`);
    expect(await call()).toMatchObject(answered);
    expect(consents).toEqual([both]);
  });
});
