import { McpServer } from '@modelcontextprotocol/server';
import { startApp, useApp } from '../../support/callers/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { buildCaller } from '../../support/callers/caller';
import { callIn, callTool, eras, messageOf, sendMessage } from '../../support/callers/mcp';
import { until } from '../../support/until';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app));
const granted = use(async () => buildMcpGrant(caller));
const list = { method: 'tools/list' };

describe('serveMcp: what is counted', () => {
  it('are the calls of tools, for each grant', async () => {
    const { grantId, accessToken } = await buildMcpGrant(caller);
    await sendMessage(app, accessToken, list);
    await Promise.all([1, 2, 3].map(async () => callTool(app, accessToken, 'list_platforms')));
    await callTool(app, accessToken, 'get_assignment', { assignmentId: 'nothing' });
    const [row] = await app.database.query<{ calls: number; lastUsedAt: Date }>(
      'SELECT calls, last_used_at AS "lastUsedAt" FROM mcp_grants WHERE id = $1',
      [grantId],
    );
    expect([row!.calls, row!.lastUsedAt]).toEqual([4, expect.any(Date)]);
  });

  it('are the requests of each grant, up to its quota', async () => {
    const narrow = await startApp({ rateLimitPerMinute: 2 }, { database: app.database });
    try {
      const workspace = await buildCaller(narrow);
      const [one, other] = [await buildMcpGrant(workspace), await buildMcpGrant(workspace)];
      const statuses = [];
      for (let nth = 0; nth < 3; nth += 1) statuses.push((await sendMessage(narrow, one.accessToken, list)).status);
      expect(statuses).toEqual([200, 200, 429]);
      const late = await sendMessage(narrow, one.accessToken, list);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await sendMessage(narrow, other.accessToken, list)).status).toBe(200);
    } finally {
      await narrow.stop();
    }
  });
});

describe('the reports of serveMcp on the way', () => {
  it('a client that wants to know hears that a call has begun and ended where somebody outside is asked', async () => {
    const meta = { progressToken: 'one' };
    const ask = async (name: string, given: object) =>
      sendMessage(app, granted.accessToken, { method: 'tools/call', params: { name, arguments: given }, meta });
    const body = { connectionId: caller.connectionId, type: 'video', payload: {} };
    const outside = await ask('validate_assignment', body);
    expect(outside.headers.get('content-type')).toContain('text/event-stream');
    expect(outside.body).toContain('"progressToken":"one","progress":0,"total":1');
    const inside = await ask('list_platforms', {});
    for (const { headers } of [outside, inside]) expect(headers.get('cache-control')).toContain('no-store');
    expect(inside.headers.get('content-type')).toContain('application/json');
  });
});

describe('serveMcp: a subscription', () => {
  it('is acknowledged and ends at once, since nothing changes', async () => {
    const { accessToken } = granted;
    const body = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen' };
    const answer = await fetch(
      `${app.url}/_mcp`,
      messageOf(accessToken, { ...body, params: { notifications: { toolsListChanged: true } } }),
    );
    const frames = (await answer.text()).split('\n').filter((line) => line.startsWith('data:'));
    const [acknowledged, result] = frames.map((line) => JSON.parse(line.slice(5)));
    expect(acknowledged.method).toBe('notifications/subscriptions/acknowledged');
    expect(result).toMatchObject({ id: 7, result: { resultType: 'complete' } });
  });
});

/** The lines of the log on a message, which are written after the answer. */
async function noted(what: string): Promise<Record<string, unknown>[]> {
  const lines = () => app.log.filter(({ msg }) => msg === what);
  await until(async () => lines().length > 0);
  return lines();
}

describe('serveMcp: a message that its library cannot answer', () => {
  it('is noted by the kind of its fault alone, where the client has made it', async () => {
    app.forget();
    const headers = { 'mcp-method': 'tools/canary' };
    const { status } = await sendMessage(app, granted.accessToken, { ...list, headers });
    expect(status).toBe(400);
    expect(await noted('message refused')).toMatchObject([
      { level: 30, fault: 'Error', requestId: expect.any(String) },
    ]);
    expect(JSON.stringify(app.log)).not.toContain('canary');
  });

  it.each(eras)('is a fault of ours in the log where we have, and in no answer (%s)', async (era) => {
    app.forget();
    jest.spyOn(McpServer.prototype, 'registerPrompt').mockImplementationOnce(() => {
      throw new Error('a prompt of ours');
    });
    const { status, message } = await callIn(era, app, granted.accessToken, list);
    expect([status, message.error.code]).toEqual([500, -32603]);
    expect(JSON.stringify(message)).not.toContain('prompt of ours');
    const lines = await noted('message failed');
    expect(lines).toMatchObject([{ level: 50, requestId: expect.any(String) }]);
    expect(JSON.stringify(lines)).toContain('a prompt of ours');
  });
});

it('serveMcp leaves no token and no argument in the log', async () => {
  app.forget();
  await callTool(app, granted.accessToken, 'list_assignments', { externalId: 'canary-argument' });
  await sendMessage(app, granted.refreshToken, { ...list, headers: { 'mcp-name': granted.refreshToken } });
  const log = JSON.stringify(app.log);
  expect(log).toContain('/_mcp');
  expect(
    [granted.accessToken, granted.refreshToken, 'canary-argument'].filter((secret) => log.includes(secret)),
  ).toEqual([]);
});
