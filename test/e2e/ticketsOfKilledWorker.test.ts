import { ticketWorkflowId } from '../../domain/workflowContract';
import { Connection } from '../../models/connections/Connection';
import type { Address } from '../support/actors';
import { browserOf, consent, openTicket, rowOf } from '../support/runs/connecting';
import type { TestTicket } from '../support/runs/connecting';
import type { Page } from '../support/browser';
import type { ServiceProcess } from '../support/servers/processes';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';

const deployment = useDeployment();
let api: Address;
/** The running workers. Each test kills one worker, and the last test the last worker. */
let workers: ServiceProcess[] = [];

beforeAll(async () => {
  const starting = ['api', 'worker', 'worker', 'worker'] as const;
  const [first, ...others] = await Promise.all(starting.map(async (name) => deployment.up(name)));
  api = await first!.ready();
  workers = others;
});
beforeEach(async () => deployment.sandbox.control('DELETE', '/faults'));

const handleOf = (ticket: TestTicket) => deployment.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));

/** @returns a function that counts the calls to `path` from now on */
async function callsTo(path: string): Promise<() => Promise<number>> {
  const last = (await deployment.callsSince(0)).at(-1)?.seq ?? 0;
  return async () => (await deployment.callsSince(last)).filter((call) => call.path === path).length;
}

/** Answers the platform's question, and kills the worker that is then calling the platform at `path`. */
async function killDuring(path: string, ticket: TestTicket): Promise<Page> {
  const calls = await callsTo(path);
  const browser = browserOf(api);
  const callback = await consent(browser, ticket);
  const visit = browser.visit(callback);
  await until(async () => (await calls()) === 1);
  const { raw } = await handleOf(ticket).describe();
  const holder = Number.parseInt(raw.pendingActivities?.[0]?.lastWorkerIdentity ?? '', 10);
  await workers.find(({ pid }) => pid === holder)!.end('SIGKILL');
  workers = workers.filter(({ pid }) => pid !== holder);
  return visit;
}

async function connectionsOf({ workspace: { workspaceId } }: TestTicket): Promise<string[]> {
  return (await Connection.findAll({ where: { workspaceId }, raw: true })).map(({ id }) => id);
}

describe('a worker that is killed', () => {
  it('while the code is exchanged: the ticket fails, and the browser receives so; no code goes out again', async () => {
    await deployment.fault({ method: 'POST', path: '/token' }, { delayMs: 60_000 });
    const [ticket, exchanges] = [await openTicket(api), await callsTo('/token')];
    // After ten seconds, unless another worker hears of it before.
    const { location } = await killDuring('/token', ticket);
    expect(new URL(location).search).toBe('?team=7&status=error&error=platform_error');
    await expect(handleOf(ticket).result()).rejects.toMatchObject({ cause: { type: 'platform_error' } });
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'platform_error', sealed: null });
    expect(await exchanges()).toBe(1);
    expect(await connectionsOf(ticket)).toEqual([]);
  });

  it('after the exchange: another one goes on with its tokens, and makes the connection', async () => {
    await deployment.fault({ method: 'GET', path: '/youtube/v3/channels' }, { hang: true });
    const [ticket, exchanges] = [await openTicket(api), await callsTo('/token')];
    const { location } = await killDuring('/youtube/v3/channels', ticket);
    expect(new URL(location).searchParams.get('status')).toBe('success');
    await handleOf(ticket).result();
    const connections = await connectionsOf(ticket);
    expect(connections).toHaveLength(1);
    expect(await rowOf(ticket)).toMatchObject({ status: 'completed', connectedId: connections[0], sealed: null });
    expect(await exchanges()).toBe(1);
  });

  it('with no other one beside it: the browser receives so after ten seconds, and a later worker makes no connection', async () => {
    await Promise.all(workers.splice(1).map(async ({ end }) => end('SIGTERM')));
    await deployment.fault({ method: 'POST', path: '/token' }, { delayMs: 60_000 });
    const [ticket, exchanges] = [await openTicket(api), await callsTo('/token')];
    const { location } = await killDuring('/token', ticket);
    expect(new URL(location).searchParams.get('error')).toBe('platform_error');
    expect(await rowOf(ticket)).toMatchObject({ status: 'failed', error: 'platform_error', sealed: null });
    await deployment.up('worker');
    await expect(handleOf(ticket).result()).rejects.toMatchObject({ cause: { type: 'platform_error' } });
    expect(await exchanges()).toBe(1);
    expect(await connectionsOf(ticket)).toEqual([]);
  });
});
