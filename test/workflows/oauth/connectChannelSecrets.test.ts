import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../models/database/transaction';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { ticketWorkflowId } from '../../../domain/workflowContract';
import { buildWorkspace } from '../../support/build/workspace';
import { consent, browserOf, redirectUrl, rowOf, useConnecting } from '../../support/runs/connecting';
import type { TestTicket } from '../../support/runs/connecting';

const connecting = useConnecting();

async function historyOf(ticket: TestTicket): Promise<string> {
  const { events } = await connecting.temporal.client.workflow.getHandle(ticketWorkflowId(ticket)).fetchHistory();
  const payloads: string[] = [];
  JSON.stringify(events, (_key, value: unknown) => {
    if (value instanceof Uint8Array) payloads.push(Buffer.from(value).toString('utf8'));
    return value;
  });
  return JSON.stringify(events) + payloads.join('\n');
}

/** The secrets of a consent: each of them opens something. */
function secretsOf(callback: string, cookies: Map<string, string>): string[] {
  const query = new URL(callback).searchParams;
  return [query.get('code')!, query.get('state')!, ...cookies.values()];
}

const canaries = { access_token: 'ya29.canary-access-token', refresh_token: '1//canary-refresh-token' };

it('no code, state, cookie or token is in the history, the logs, the database in clear, or an address of ours', async () => {
  const items = ['UC-a', 'UC-b'].map((id) => ({ id, snippet: { title: id }, statistics: {} }));
  await connecting.fault({ method: 'POST', path: '/token' }, { status: 200, body: { ...canaries, expires_in: 3599 } });
  await connecting.fault({ method: 'GET', path: '/youtube/v3/channels' }, { status: 200, body: { items } });
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  const { location: choice } = await browser.visit(callback);
  const page = await browser.visit(choice);
  const choosing = await rowOf(ticket);
  const { location } = await browser.submit(choice, { ticket: ticket.ticketId, action: 'connect', channel: 'UC-a' });
  expect(location).toContain('status=success');

  const logs = JSON.stringify([connecting.log, connecting.app.log]);
  const seen = [await historyOf(ticket), logs, JSON.stringify(choosing), choice, page.body, location];
  for (const secret of [...secretsOf(callback, browser.cookies), ...Object.values(canaries)]) {
    for (const place of seen) expect(place).not.toContain(secret);
  }
});

it('a refusal in the words of the platform does not carry the code into the history', async () => {
  const ticket = await connecting.ticket();
  const browser = browserOf(connecting.app);
  const callback = await consent(browser, ticket);
  const [code, state] = secretsOf(callback, browser.cookies);
  const body = { error: 'invalid_grant', error_description: `Malformed auth code: ${code}` };
  await connecting.fault({ method: 'POST', path: '/token' }, { status: 400, body });
  await browser.visit(callback);

  const history = await historyOf(ticket);
  expect(history).toContain('Google refused the authorization code');
  for (const place of [history, JSON.stringify(connecting.log)]) {
    expect(place).not.toContain(code);
    expect(place).not.toContain(state);
  }
});

it('a ticket whose workflow was not started yet is started by its callback', async () => {
  const workspace = await buildWorkspace();
  const ticketId = randomUUID();
  const { workspaceId, organizationId } = workspace;
  const row = {
    id: ticketId,
    workspaceId,
    organizationId,
    platform: 'youtube',
    connectionId: null,
    redirectUrl,
  } as const;
  await inTransaction(connecting.database.sequelize, 'test', async (transaction) =>
    OAuthTicket.insert(row, transaction),
  );
  const authUrl = `http://localhost:9/api/v1/oauth/youtube/authorize?ticket=${ticketId}`;
  const ticket = { workspace, ticketId, authUrl };
  const browser = browserOf(connecting.app);
  const { location } = await browser.visit(await consent(browser, ticket));
  expect(location).toContain('status=success');
});
