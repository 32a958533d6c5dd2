import { tools } from '../../../api/tools';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { Tenant } from '../../../models/database/Tenant';
import { startApp } from '../../support/callers/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callIn, callTool, eras, legacyMessageOf } from '../../support/callers/mcp';
import { useSandbox } from '../../support/servers/sandbox';
import { useServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { use } from '../../support/use';

const sandbox = useSandbox();
let fetched = 0;
const source = useServer((_request, response) => {
  fetched += 1;
  response.writeHead(404).end();
});
const app = use(async () =>
  startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`) }, { platformUrl: sandbox.url }),
);
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const create = (given: object) => ({ method: 'tools/call', params: { name: 'create_assignment', arguments: given } });

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

/** While `work` runs, calls of the grant wait to be counted. */
async function whileCallsWait(grantId: string, work: () => Promise<void>): Promise<void> {
  await app.database.sequelize.transaction(async (transaction) => {
    await app.database.sequelize.query(`SELECT 1 FROM mcp_grants WHERE id = '${grantId}' FOR UPDATE`, { transaction });
    await work();
  });
}

const made = async (key: string) => app.database.query(`SELECT 1 FROM assignments WHERE idempotency_key = $1`, [key]);

describe.each(eras)('a client of the %s protocol that goes away', (era) => {
  it('cancels a call that has not begun: nothing is made of it', async () => {
    const { grantId, accessToken } = await buildMcpGrant(caller);
    await callTool(app, accessToken, 'list_platforms');
    app.forget();
    const leaving = new AbortController();
    const given = { ...videoBody(caller.connectionId), idempotencyKey: `given up, ${era}` };
    await whileCallsWait(grantId, async () => {
      const call = callIn(era, app, accessToken, create(given), leaving.signal);
      await until(async () => (await waiting()) > 0);
      leaving.abort();
      await expect(call).rejects.toThrow(/abort/i);
      await until(async () => app.log.some(({ status }) => status === 499));
    });
    await until(async () => (await callsOf(grantId)) === 2);
    expect(await made(given.idempotencyKey)).toEqual([]);
    expect((await callTool(app, accessToken, 'create_assignment', given)).structured.replayed).toBe('no');
  });

  it('pays nothing for counters that its platform was just asked for', async () => {
    const own = await buildCaller(app, { credits: 10, grant: await sandbox.grant() });
    const { accessToken } = await buildMcpGrant(own);
    const path = '/youtube/v3/channels';
    await sandbox.control('POST', '/faults', { on: { method: 'GET', path, times: 1 }, do: { delayMs: 3000 } });
    const asked = async () => (await sandbox.control('GET', '/calls')).body.calls.length;
    const before = await asked();
    const leaving = new AbortController();
    const params = { name: 'get_channel_stats', arguments: { connectionId: own.connectionId } };
    const call = callIn(era, app, accessToken, { method: 'tools/call', params }, leaving.signal);
    await until(async () => (await asked()) > before);
    leaving.abort();
    await expect(call).rejects.toThrow(/abort/i);
    const entries = async () =>
      app.database.query<{ type: string }>(
        `SELECT type FROM credit_entries WHERE workspace_id = $1 AND operation = 'stats.channel' ORDER BY seq`,
        [own.workspaceId],
      );
    await until(async () => (await entries()).length === 2);
    expect((await entries()).map(({ type }) => type)).toEqual(['hold', 'release']);
  });
});

it('a client of 2025 that sends notifications/cancelled is heard, and its call goes on: no request knows of another', async () => {
  const { grantId, accessToken } = await buildMcpGrant(caller);
  await callTool(app, accessToken, 'list_platforms');
  const given = { ...videoBody(caller.connectionId), idempotencyKey: 'cancelled by a message' };
  let call: ReturnType<typeof callIn> | undefined;
  await whileCallsWait(grantId, async () => {
    call = callIn('legacy', app, accessToken, create(given));
    await until(async () => (await waiting()) > 0);
    const notice = { method: 'notifications/cancelled', params: { requestId: 1, reason: 'no more' } };
    const { status } = await fetch(`${app.url}/_mcp`, legacyMessageOf(accessToken, notice));
    expect(status).toBe(202);
  });
  expect((await call!).message.result.structuredContent).toMatchObject({ status: 'pending', replayed: 'no' });
});

it('media are not looked at any more once the client has gone', async () => {
  const validate = tools.find(({ name }) => name === 'validate_assignment')!;
  const principal = {
    kind: 'mcp',
    tenant: new Tenant(caller.workspaceId, null),
    grantId: 'grant',
    scopes: ['mcp.read'],
    powers: [],
    isLimited: false,
    person: null,
  } as const;
  const post = videoBody(caller.connectionId, { mediaUrl: `${source.url}/a.mp4` });
  const look = async (signal: AbortSignal) =>
    (await validate.answer({ deps: app.deps, requestId: 'test', principal, signal }, post)).structuredContent[
      'warnings'
    ];
  expect(await look(new AbortController().signal)).toEqual({ mediaUrl: ['answered 404 instead of the media'] });
  expect([await look(AbortSignal.abort()), fetched]).toEqual([{ mediaUrl: ['The request was stopped.'] }, 1]);
});
