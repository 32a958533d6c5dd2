import { startApp, useApp } from '../../support/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/caller';
import { callTool, messageOf, sendMessage } from '../../support/mcp';
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

describe('serveMcp: what is told on the way', () => {
  it('a client that wants to know hears that a call has begun and ended where somebody outside is asked', async () => {
    const meta = { progressToken: 'one' };
    const ask = async (name: string, given: object) =>
      sendMessage(app, granted.accessToken, { method: 'tools/call', params: { name, arguments: given }, meta });
    const body = { connectionId: caller.connectionId, type: 'video', payload: {} };
    const outside = await ask('validate_assignment', body);
    expect(outside.headers.get('content-type')).toContain('text/event-stream');
    expect(outside.body).toContain('"progressToken":"one","progress":0,"total":1');
    const inside = await ask('list_platforms', {});
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

describe('serveMcp: a client that goes away', () => {
  it('cancels a call that has not begun: nothing is made of it', async () => {
    const { grantId, accessToken } = await buildMcpGrant(caller);
    await callTool(app, accessToken, 'list_platforms');
    app.forget();
    const leaving = new AbortController();
    const given = { ...videoBody(caller.connectionId), idempotencyKey: 'given up' };
    await app.database.sequelize.transaction(async (transaction) => {
      // The call waits to be counted.
      await app.database.sequelize.query(`SELECT 1 FROM mcp_grants WHERE id = '${grantId}' FOR UPDATE`, {
        transaction,
      });
      const params = { name: 'create_assignment', arguments: given };
      const call = sendMessage(app, accessToken, { method: 'tools/call', params, signal: leaving.signal });
      await until(async () => (await waiting()) > 0);
      leaving.abort();
      await expect(call).rejects.toThrow(/abort/i);
      await until(async () => app.log.some(({ status }) => status === 499));
    });
    await until(async () => (await callsOf(grantId)) === 2);
    expect(await app.database.query(`SELECT 1 FROM idempotency_keys WHERE key = 'given up'`)).toEqual([]);
    expect((await callTool(app, accessToken, 'create_assignment', given)).structured.replayed).toBe('no');
  });
});

/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const [{ count } = { count: '0' }] = await app.database.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(count);
}

async function callsOf(grantId: string): Promise<number> {
  const [row] = await app.database.query<{ calls: number }>('SELECT calls FROM mcp_grants WHERE id = $1', [grantId]);
  return row!.calls;
}

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
