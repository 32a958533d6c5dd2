import { randomBytes, randomUUID } from 'node:crypto';
import type { Json } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { openBrowser } from '../../../support/browser';
import { buildConnection } from '../../../support/build/connection';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import type { BuiltGrant } from '../../../support/build/mcpGrant';
import { buildWorkspace } from '../../../support/build/workspace';
import { callTool, sendMessage } from '../../../support/callers/mcp';
import { stopwatch } from '../../../support/stopwatch';
import { use } from '../../../support/use';

/** contract.md §9: `connect_channel`, its page, and `get_connect_status`. */

const app = useApp();
const workspace = use(async () => buildWorkspace());
const granted = use(async () => buildMcpGrant(workspace, { clientName: 'Claude <b>' }));

interface Made {
  connectId: string;
  connectUrl: string;
  expiresAt: string;
}

async function connectChannel(given: Json = { platform: 'youtube' }, by: BuiltGrant = granted): Promise<Made> {
  const { isError, structured, text } = await callTool(app, by.accessToken, 'connect_channel', given);
  expect([isError, text]).toEqual([false, text]);
  return structured as Made;
}

const statusOf = async (connectId: string, waitSeconds = 0, by: BuiltGrant = granted): Promise<Json> =>
  (await callTool(app, by.accessToken, 'get_connect_status', { connectId, waitSeconds })).structured;
const browser = () => openBrowser({ baseUrl: app.deps.config.baseUrl, url: app.url });
/** Presses the button of the page. @returns the id of the ticket that it makes */
async function press({ connectUrl }: Made): Promise<string> {
  const { status, location } = await browser().submit(connectUrl, {});
  expect(status).toBe(302);
  return new URL(location).searchParams.get('ticket')!;
}
const setTicket = async (id: string, set: string): Promise<unknown> =>
  app.database.query(`UPDATE oauth_tickets SET ${set} WHERE id = $1`, [id]);
const complete = async (id: string, connectionId: string): Promise<unknown> =>
  setTicket(id, `status = 'completed', connected_id = '${connectionId}'`);
const age = async (connectId: string): Promise<unknown> =>
  app.database.query(`UPDATE connect_links SET expires_at = now() - interval '1 second' WHERE id = $1`, [connectId]);

describe('connectChannel', () => {
  it('makes an address of 256 random bits for 30 minutes, which is stored hashed and is not in the log', async () => {
    app.forget();
    const { connectUrl, expiresAt, connectId } = await connectChannel();
    const [, secret = ''] = /\/api\/v1\/oauth\/connect\/channel\/([\w-]{43})$/.exec(connectUrl) ?? [];
    expect(secret).toHaveLength(43);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    expect((await browser().visit(connectUrl)).status).toBe(200);
    await press({ connectUrl, expiresAt, connectId });
    expect(JSON.stringify(app.log)).not.toContain(secret);
    const rows = await app.database.query(
      `SELECT (SELECT json_agg(l) FROM connect_links l)::text || (SELECT json_agg(t) FROM oauth_tickets t)::text AS rows`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it.each([
    ['an unknown connection', async () => ({ platform: 'youtube', connectionId: randomUUID() }), 'NOT_FOUND'],
    [
      'a connection of another platform',
      async () => ({ platform: 'facebook', connectionId: (await buildConnection(workspace)).connectionId }),
      'VALIDATION_ERROR',
    ],
    [
      'a feature that the platform lacks',
      async () => ({ platform: 'youtube', features: ['insights'] }),
      'VALIDATION_ERROR',
    ],
  ])('refuses %s at once', async (_what, given, error) => {
    const { json } = await callTool(app, granted.accessToken, 'connect_channel', await given());
    expect(json.error).toBe(error);
  });

  it('needs mcp.write, and its status mcp.read', async () => {
    const reader = await buildMcpGrant(workspace, { scopes: ['mcp.read'] });
    const { connectId } = await connectChannel();
    const params = { name: 'connect_channel', arguments: { platform: 'youtube' } };
    expect((await sendMessage(app, reader.accessToken, { method: 'tools/call', params })).status).toBe(403);
    expect((await statusOf(connectId, 0, reader)).status).toBe('pending');
  });
});

describe('showConnectLink, openConnectLink and showConnectEnd', () => {
  it('names the workspace, the organization and the assistant, and a visit uses nothing up', async () => {
    const made = await connectChannel();
    const { body, headers } = await browser().visit(made.connectUrl);
    expect(body).toContain('Claude &#60;b&#62;');
    const [names] = await app.database.query<{ workspace: string; organization: string }>(
      `SELECT w.name AS workspace, o.name AS organization FROM workspaces w JOIN organizations o ON o.workspace_id = w.id WHERE w.id = $1`,
      [workspace.workspaceId],
    );
    const inHtml = (name: string): string => `<bdi>${name.replaceAll("'", '&#39;')}</bdi>`;
    expect(body).toContain(inHtml(names!.workspace));
    expect(body).toContain(inHtml(names!.organization));
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      'no-referrer',
      expect.stringContaining('no-store'),
    ]);
    expect((await statusOf(made.connectId)).status).toBe('pending');
    await press(made);
  });

  it('has a button that makes a ticket of 5 minutes, for the organization, whose end is a page of ours', async () => {
    const made = await connectChannel();
    const ticketId = await press(made);
    const [ticket] = await app.database.query<{ redirect_url: string }>(
      `SELECT workspace_id, redirect_url, status, extract(epoch FROM expires_at - created_at)::float8 AS seconds FROM oauth_tickets WHERE id = $1`,
      [ticketId],
    );
    expect(ticket).toMatchObject({ workspace_id: workspace.workspaceId, status: 'pending', seconds: 300 });
    for (const [query, words] of [
      [`status=success&connectionId=${randomUUID()}`, 'The channel is connected'],
      ['status=error&error=access_denied&error_description=%3Cb%3Espoofed', 'Nothing was connected'],
    ]) {
      const { status, body } = await browser().visit(`${ticket!.redirect_url}?${query}`);
      expect([status, body.includes(words!), body.includes('spoofed')]).toEqual([200, true, false]);
    }
  });

  it('works again after a failure; the ticket of an earlier press is called off', async () => {
    const made = await connectChannel();
    const first = await press(made);
    await setTicket(first, `status = 'failed', error = 'access_denied'`);
    expect(await statusOf(made.connectId)).toMatchObject({ status: 'failed', error: 'access_denied' });
    const second = await press(made);
    const third = await press(made);
    expect(await statusOf(made.connectId)).toMatchObject({ status: 'pending', error: null });
    const [row] = await app.database.query('SELECT status FROM oauth_tickets WHERE id = $1', [second]);
    expect(row!['status']).toBe('expired');
    expect(third).not.toBe(second);
  });

  it('is good for one success', async () => {
    const made = await connectChannel();
    const { connectionId } = await buildConnection(workspace);
    await complete(await press(made), connectionId);
    for (const page of [await browser().visit(made.connectUrl), await browser().submit(made.connectUrl, {})])
      expect([page.status, page.body.includes('Already connected')]).toEqual([400, true]);
    expect(await statusOf(made.connectId)).toMatchObject({
      status: 'completed',
      connectionId,
      next: { tool: 'get_connection', arguments: { connectionId } },
    });
  });

  it('makes one open ticket of presses at the same time', async () => {
    const made = await connectChannel();
    const tickets = await Promise.all([press(made), press(made), press(made)]);
    const rows = await app.database.query(`SELECT id FROM oauth_tickets WHERE id = ANY($1) AND status = 'pending'`, [
      tickets,
    ]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['whose time is over', async ({ connectId }: Made) => age(connectId)],
    [
      'whose grant has ended',
      async (_made: Made, grantId: string) =>
        app.database.query('UPDATE mcp_grants SET ended_at = now() WHERE id = $1', [grantId]),
    ],
  ])('of a link %s is refused, and makes no ticket', async (_what, end) => {
    const grant = await buildMcpGrant(workspace);
    const made = await connectChannel({ platform: 'youtube' }, grant);
    await end(made, grant.grantId);
    for (const page of [await browser().visit(made.connectUrl), await browser().submit(made.connectUrl, {})])
      expect([page.status, page.body.includes('over')]).toEqual([400, true]);
  });

  it('is refused for a secret that nobody has made, as for none', async () => {
    const of = `${app.deps.config.baseUrl}/api/v1/oauth/connect/channel/`;
    expect((await browser().visit(of + randomBytes(32).toString('base64url'))).status).toBe(400);
    expect((await browser().submit(`${of}nothing`, {})).status).toBe(400);
  });
});

describe('getConnectStatus', () => {
  it('tells other workspaces nothing', async () => {
    const { connectId } = await connectChannel();
    const other = await buildMcpGrant(await buildWorkspace());
    const [foreign, unknown] = [connectId, randomUUID()].map(async (id) =>
      callTool(app, other.accessToken, 'get_connect_status', { connectId: id }),
    );
    expect((await foreign)!.json).toEqual((await unknown)!.json);
    expect((await foreign)!.json.error).toBe('NOT_FOUND');
  });

  it('is expired once the time of the link is over, and nobody has pressed its button', async () => {
    const { connectId } = await connectChannel();
    await age(connectId);
    expect(await statusOf(connectId)).toMatchObject({ status: 'expired', error: 'ticket_expired' });
  });

  it('waits for the end, and no longer', async () => {
    const made = await connectChannel();
    const { connectionId } = await buildConnection(workspace);
    const ticketId = await press(made);
    const waiting = statusOf(made.connectId, 25);
    await complete(ticketId, connectionId);
    expect(await waiting).toMatchObject({ status: 'completed', connectionId });
  });

  it('answers as it stands when the wait is over', async () => {
    const { connectId } = await connectChannel();
    const watch = stopwatch();
    expect((await statusOf(connectId, 1)).status).toBe('pending');
    expect(watch()).toBeGreaterThanOrEqual(1000);
    const refused = await callTool(app, granted.accessToken, 'get_connect_status', { connectId, waitSeconds: 26 });
    expect(refused.json.error).toBe('VALIDATION_ERROR');
  });

  it('ends its wait when the client goes away', async () => {
    const { connectId } = await connectChannel();
    app.forget();
    const stop = new AbortController();
    const params = { name: 'get_connect_status', arguments: { connectId, waitSeconds: 25 } };
    const asked = sendMessage(app, granted.accessToken, { method: 'tools/call', params, signal: stop.signal });
    setTimeout(() => stop.abort(), 500);
    await expect(asked).rejects.toThrow(/abort/i);
    for (let tries = 0; tries < 100 && !app.log.some(({ status }) => status === 499); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(app.log.filter(({ route }) => route === '/_mcp')).toMatchObject([{ status: 499 }]);
  });
});

describe('a client that opens pages for its person', () => {
  const canOpen = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } };
  const call = { name: 'connect_channel', arguments: { platform: 'youtube' } };
  const ask = async (params: Json = call, by: BuiltGrant = granted) =>
    (await sendMessage(app, by.accessToken, { method: 'tools/call', params, meta: canOpen })).body;

  it('is asked to open the page, and then gets the answer of the same link', async () => {
    const { result } = await ask();
    const { inputRequests, requestState, resultType } = result;
    expect([resultType, inputRequests.open.method]).toEqual(['input_required', 'elicitation/create']);
    const { mode, url } = inputRequests.open.params;
    expect([mode, (await browser().visit(url)).status]).toEqual(['url', 200]);
    const [before] = await app.database.query('SELECT count(*) FROM connect_links');
    for (const [action, words] of [
      ['accept', 'The person was shown the page.'],
      ['decline', 'The person has not opened the page.'],
    ]) {
      const after = await ask({ ...call, requestState, inputResponses: { open: { action } } });
      expect(after.result.structuredContent).toMatchObject({ connectUrl: url, next: { tool: 'get_connect_status' } });
      expect(after.result.content[0].text).toContain(words);
    }
    expect(await app.database.query('SELECT count(*) FROM connect_links')).toEqual([before]);
  });

  it('cannot bring a state of another grant, or one that it made up', async () => {
    const other = await buildMcpGrant(workspace);
    const { result } = await ask(call, other);
    for (const requestState of [result.requestState, 'made up']) {
      const { isError, content } = (await ask({ ...call, requestState, inputResponses: {} })).result;
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining('requestState: is not known')]);
    }
  });
});
