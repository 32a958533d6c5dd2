import { Connection } from '../../../models/connections/Connection';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { connectChannelWorkflow, ticketWorkflowId } from '../../../domain/workflowContract';
import { consent, connect, browserOf, rowOf, useConnecting } from '../../support/runs/connecting';
import type { TestTicket } from '../../support/runs/connecting';
import { until } from '../../support/until';

const connecting = useConnecting();

const onToken = { method: 'POST', path: '/token' };
const handleOf = (ticket: TestTicket) => connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket));
const connectionsOf = async ({ workspace: { workspaceId } }: TestTicket) =>
  Connection.findAll({ where: { workspaceId }, raw: true });
const outcomesOf = (visits: { location: string }[]) =>
  visits.map(({ location }) => new URL(location).searchParams.get('error') ?? 'success').sort();

/** Lets `ms` milliseconds be left of a ticket's time. */
async function leave(ticket: TestTicket, ms: number): Promise<void> {
  await connecting.database.query(
    `UPDATE oauth_tickets SET expires_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1 RETURNING 1`,
    [ticket.ticketId, ms / 1000],
  );
}

it('two callbacks with one state make one connection; the other one receives invalid_ticket', async () => {
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  const visits = await Promise.all([1, 2, 3].map(() => browser.visit(callback)));

  expect(outcomesOf(visits)).toEqual(['invalid_ticket', 'invalid_ticket', 'success']);
  expect(await connectionsOf(ticket)).toHaveLength(1);
});

it('a browser that opens a ticket twice at the same moment is sent to the platform once', async () => {
  const ticket = await connecting.ticket();
  const visits = await Promise.all([1, 2, 3].map(() => browserOf(connecting.app).visit(ticket.authUrl)));
  const hosts = visits.map(({ location }) => new URL(location).host).sort();
  expect(hosts.filter((host) => host !== 'app.example')).toHaveLength(1);
});

it('several tickets for one new channel at the same moment make one connection', async () => {
  const first = await connecting.ticket();
  const tickets = [first, await connecting.ticket({}, first.workspace), await connecting.ticket({}, first.workspace)];
  const ends = await Promise.all(tickets.map((ticket) => connect(connecting.app, ticket)));
  expect(ends.map(({ searchParams }) => searchParams.get('status'))).toEqual(['success', 'success', 'success']);
  expect(await connectionsOf(first)).toHaveLength(1);
});

it('one choice makes one connection, however often it is sent', async () => {
  const item = (id: string) => ({ id, snippet: { title: id }, statistics: {} });
  const body = { items: [item('UC-a'), item('UC-b')] };
  await connecting.fault({ method: 'GET', path: '/youtube/v3/channels' }, { status: 200, body });
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const { location } = await browser.visit(await consent(browser, ticket));
  const choose = (channel: string) => browser.submit(location, { ticket: ticket.ticketId, action: 'connect', channel });
  const visits = await Promise.all(['UC-a', 'UC-b', 'UC-a', 'UC-b'].map(choose));

  const connections = await connectionsOf(ticket);
  expect(connections).toHaveLength(1);
  for (const visit of visits) expect(visit.location).toContain(`connectionId=${connections[0]!.id}`);
});

describe('the time of a ticket', () => {
  it('that is over before it was opened ends its workflow', async () => {
    const ticket = await expiring(500);
    await handleOf(ticket).result();
    expect(await rowOf(ticket)).toMatchObject({ status: 'expired', error: 'ticket_expired', sealed: null });
    const visit = await browserOf(connecting.app).visit(ticket.authUrl);
    expect(outcomesOf([visit])).toEqual(['ticket_expired']);
  });

  it('begins anew when it is opened: its workflow waits on', async () => {
    const ticket = await expiring(1000);
    const browser = browserOf(connecting.app);
    const callback = await consent(browser, ticket);
    await until(async () => timersOf(ticket).then((count) => count === 2));
    expect((await handleOf(ticket).describe()).status.name).toBe('RUNNING');
    expect(outcomesOf([await browser.visit(callback)])).toEqual(['success']);
    await handleOf(ticket).result();
  });

  it('that is over during consent leads to ticket_expired, and nothing is exchanged', async () => {
    const ticket = await connecting.ticket();
    const browser = browserOf(connecting.app);
    const callback = await consent(browser, ticket);
    await leave(ticket, 0);
    const since = (await connecting.callsSince(0)).at(-1)!.seq;
    expect(outcomesOf([await browser.visit(callback)])).toEqual(['ticket_expired']);
    expect((await connecting.callsSince(since)).filter(({ path }) => path === '/token')).toEqual([]);
    expect(await connectionsOf(ticket)).toEqual([]);
  });

  it('that is over while the code is exchanged makes no connection', async () => {
    await connecting.fault(onToken, { delayMs: 700 });
    const ticket = await connecting.ticket();
    const browser = browserOf(connecting.app);
    const callback = await consent(browser, ticket);
    await leave(ticket, 400);
    const visit = await browser.visit(callback);
    expect(outcomesOf([visit])).toEqual(['ticket_expired']);
    expect(await connectionsOf(ticket)).toEqual([]);
    expect((await rowOf(ticket)).sealed).toBeNull();
  });

  it('against the callback: in each order the browser receives what the row says', async () => {
    const ticket = await connecting.ticket();
    const browser = browserOf(connecting.app);
    const callback = await consent(browser, ticket);
    const [visit] = await Promise.all([browser.visit(callback), OAuthTicket.expire(ticket.ticketId, true)]);
    const { status } = await rowOf(ticket);
    const connections = await connectionsOf(ticket);
    expect(connections).toHaveLength(status === 'completed' ? 1 : 0);
    const allowed = status === 'completed' ? ['success'] : ['invalid_ticket', 'ticket_expired', 'platform_error'];
    expect(allowed).toContain(outcomesOf([visit])[0]);
  });

  async function expiring(ms: number): Promise<TestTicket> {
    const ticket = await connecting.ticket();
    await until(async () => (await timersOf(ticket)) === 1);
    await handleOf(ticket).terminate();
    await leave(ticket, ms);
    const args = [{ ticketId: ticket.ticketId, platform: 'youtube' }];
    const { workflow } = connecting.temporal.client;
    await workflow.start(connectChannelWorkflow, { workflowId: ticketWorkflowId(ticket), taskQueue: 'main', args });
    await until(async () => (await timersOf(ticket)) > 0);
    return ticket;
  }

  /** The number of timers that its run has set. */
  async function timersOf(ticket: TestTicket): Promise<number> {
    const { events } = await handleOf(ticket)
      .fetchHistory()
      .catch(() => ({ events: [] }));
    return (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes).length;
  }
});

it('an operator who cancels the run calls the ticket off', async () => {
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  await until(
    async () =>
      (await handleOf(ticket)
        .describe()
        .catch(() => undefined)) !== undefined,
  );
  await handleOf(ticket).cancel();
  await handleOf(ticket)
    .result()
    .catch(() => undefined);
  expect(await rowOf(ticket)).toMatchObject({ status: 'expired', sealed: null });
  expect(outcomesOf([await browser.visit(callback)])).toEqual(['ticket_expired']);
});
