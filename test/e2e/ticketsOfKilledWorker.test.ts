import { ticketWorkflowId } from '../../domain/workflowContract';
import { Connection } from '../../models/Connection';
import { againstTimer } from '../support/againstTimer';
import { consent, browserOf, rowOf, startConnecting } from '../support/connecting';
import type { Page } from '../support/browser';
import type { Connecting, TestTicket } from '../support/connecting';
import { settingsFor, startProcess } from '../support/processes';
import type { ServiceProcess } from '../support/processes';
import { until } from '../support/until';

let connecting: Connecting;
let workers: ServiceProcess[];

beforeEach(async () => {
  connecting = await startConnecting({ workers: false });
  workers = [1, 2].map(() => startProcess('worker', settingsFor(connecting)));
  await Promise.all(workers.map((worker) => worker.ready()));
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  await connecting.stop();
});

const handleOf = (ticket: TestTicket) => connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));
const callsTo = async (wanted: string) => (await connecting.callsSince(0)).filter(({ path }) => path === wanted);

/** Answers the platform's question, and kills the worker that is then calling the platform at `path`. */
async function killDuring(path: string, ticket: TestTicket): Promise<Page> {
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  const visit = browser.visit(callback);
  await until(async () => (await callsTo(path)).length === 1);
  const { raw } = await handleOf(ticket).describe();
  const holder = Number.parseInt(raw.pendingActivities?.[0]?.lastWorkerIdentity ?? '', 10);
  await workers.find(({ pid }) => pid === holder)!.end('SIGKILL');
  return visit;
}

describe('a worker that is killed', () => {
  it('while the code is exchanged: the ticket fails, and the browser is told in time; no code goes out again', async () => {
    await connecting.fault({ method: 'POST', path: '/token' }, { delayMs: 60_000 });
    const ticket = await connecting.ticket();
    const { result, timesAsLong } = await againstTimer(10_000, async () => killDuring('/token', ticket));
    // Ten seconds, unless another worker hears of it before.
    expect(timesAsLong).toBeLessThan(1.3);
    expect(new URL(result.location).search).toBe('?team=7&status=error&error=platform_error');
    await expect(handleOf(ticket).result()).rejects.toMatchObject({ cause: { type: 'platform_error' } });
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'platform_error', held: null });
    expect(await callsTo('/token')).toHaveLength(1);
    expect(await Connection.count({ where: { workspaceId: ticket.workspace.workspaceId } })).toBe(0);
  });

  it('after the exchange: another one goes on with its tokens, and makes the connection', async () => {
    await connecting.fault({ method: 'GET', path: '/youtube/v3/channels' }, { hang: true });
    const ticket = await connecting.ticket();
    const { location } = await killDuring('/youtube/v3/channels', ticket);
    expect(new URL(location).searchParams.get('status')).toBe('success');
    await handleOf(ticket).result();
    const connections = await Connection.findAll({ where: { workspaceId: ticket.workspace.workspaceId }, raw: true });
    expect(connections).toHaveLength(1);
    expect(await rowOf(ticket)).toMatchObject({ status: 'completed', connectedId: connections[0]!.id, held: null });
    expect(await callsTo('/token')).toHaveLength(1);
  });

  it('with no other one beside it: the browser is told so after ten seconds, and who comes later makes no connection', async () => {
    await workers.pop()!.end('SIGTERM');
    await connecting.fault({ method: 'POST', path: '/token' }, { delayMs: 60_000 });
    const ticket = await connecting.ticket();
    const { location } = await killDuring('/token', ticket);
    expect(new URL(location).searchParams.get('error')).toBe('platform_error');
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'platform_error', held: null });
    workers.push(startProcess('worker', settingsFor(connecting)));
    await expect(handleOf(ticket).result()).rejects.toMatchObject({ cause: { type: 'platform_error' } });
    expect(await callsTo('/token')).toHaveLength(1);
    expect(await Connection.count({ where: { workspaceId: ticket.workspace.workspaceId } })).toBe(0);
  });
});
