import { randomUUID } from 'node:crypto';
import { consent, browserOf, redirectUrl } from '../../support/runs/connecting';
import type { Browser, Page } from '../../support/browser';
import type { TestTicket } from '../../support/runs/connecting';
import { film } from '../../support/runs/publishing';
import type { BuiltWorkspace } from '../../support/build/workspace';
import { patienceMs } from '../patience';
import { rowOf, runUntil, uploadBegun } from '../rows';
import type { Stage } from '../stage';
import { connectedKinds, assignmentsOf, publishedTo } from './assignments';
import { oneOfEachPlatform } from '../../kinds';
import type { Kind } from '../../kinds';

const scope = 'https://www.googleapis.com/auth/youtube';
/** With a feature there are two permissions, and so the consent page has boxes. */
const features = ['captions'];

/** Channels come and go. A ticket whose way was cut is not gone on with: its owner begins again with another ticket. */
export async function connectChannels(stage: Stage, mark: string): Promise<void> {
  await choose(stage);
  const others = oneOfEachPlatform().filter(({ platform }) => platform !== publishedTo);
  await Promise.all([
    comeAndGo(stage, mark),
    deny(stage),
    leaveOut(stage),
    ...others.map(async (kind, nth) => {
      const connectionId = await connectedTo(stage, kind);
      await (nth === 0 ? beForgotten : beTheLast)(stage, connectionId);
    }),
  ]);
}

/** Two workspaces connect the channel of one account, and remove it one after the other. */
async function comeAndGo(stage: Stage, mark: string): Promise<void> {
  const { sandbox, workspace, lone } = stage;
  const account = `Channel ${randomUUID()}`;
  await sandbox.grant(account);
  const [one, last] = [await connectedBy(stage, workspace, account), await connectedBy(stage, lone, account)];
  await beOneOfTwo(stage, mark, one);
  await beTheLast(stage, last);
}

/** Uses a channel, and removes it while the other workspace needs the account: the tokens are erased, not revoked. */
async function beOneOfTwo(stage: Stage, mark: string, connectionId: string): Promise<void> {
  const { ask } = stage;
  await ask('PATCH', `/api/v1/connections/${connectionId}`, { name: 'Another name' });
  await ask('POST', `/api/v1/connections/${connectionId}/refresh-token`);
  await ask('GET', `/api/v1/connections/${connectionId}/channel-stats`);
  const paused = { bytes: film, pauseAfterBytes: film.length / 2 };
  const [assignment, media] = assignmentsOf(stage, mark, connectedKinds)('removed', paused, {
    connectionId,
    callbackUrl: stage.receiver.url,
  });
  await uploadBegun(stage, await stage.create(assignment));
  await ask('DELETE', `/api/v1/connections/${connectionId}`);
  media.resume();
  await withoutTokens(stage, connectionId);
}

/** Removes the account's last channel: its tokens are given back to the platform. */
async function beTheLast(stage: Stage, connectionId: string): Promise<void> {
  const { ask, lone } = stage;
  await ask('DELETE', `/api/v1/connections/${connectionId}`, undefined, lone);
  await withoutTokens(stage, connectionId);
}

/** Removes a channel and loses the run and the order of the removal: housekeeping is to find the channel. */
async function beForgotten(stage: Stage, connectionId: string): Promise<void> {
  const { database } = stage;
  const forget = `UPDATE connections SET removed_at = now() - interval '2 minutes', removals = removals + 1, is_active = false
                  WHERE id = $1 RETURNING id`;
  await database.query(forget, [connectionId]);
  await runUntil(stage, 'reconcile', () =>
    database.query('SELECT 1 FROM connections WHERE id = $1 AND removals > 1', [connectionId]),
  );
  await withoutTokens(stage, connectionId);
}

async function withoutTokens({ database }: Stage, id: string): Promise<void> {
  await rowOf('no tokens of ' + id, () =>
    database.query(`SELECT 1 FROM connections WHERE id = $1 AND token_status = 'missing'`, [id]),
  );
}

/** A login that speaks for several channels, of which its owner wants none, and then one. */
async function choose(stage: Stage): Promise<void> {
  const items = ['UC-a', 'UC-b'].map((id) => ({ id, snippet: { title: id }, statistics: {} }));
  const several = { on: { method: 'GET', path: '/youtube/v3/channels' }, do: { status: 200, body: { items } } };
  const endings = { cancel: 'access_denied', connect: 'status=success' };
  for (const [action, ending] of Object.entries(endings)) {
    await tryTickets(stage, async (ticket, browser) => {
      await stage.sandbox.control('POST', '/faults', several);
      const { location } = await browser.visit(await consent(browser, ticket));
      return expectEnd(await browser.submit(location, { ticket: ticket.ticketId, action, channel: 'UC-b' }), ending);
    });
  }
}

/** An owner who says no. */
async function deny(stage: Stage): Promise<void> {
  await tryTickets(stage, async (ticket, browser) =>
    expectEnd(await browser.visit(await consent(browser, ticket, { button: 'Deny' })), 'access_denied'),
  );
}

/** An owner who leaves out a permission that is needed. */
async function leaveOut(stage: Stage): Promise<void> {
  const go = async (ticket: TestTicket, browser: Browser): Promise<string> =>
    expectEnd(
      await browser.visit(await consent(browser, ticket, { account: 'Noa None', untick: [scope] })),
      'access_denied',
    );
  await tryTickets(stage, go, { features });
}

function expectEnd({ location, body }: Page, ending: string): string {
  if (location.includes(ending)) return location;
  throw new Error(`sent to ${location} with ${body}`);
}

/** Connects the channel of an account. @returns the id of the connection that the browser received */
async function connectedBy(stage: Stage, workspace: BuiltWorkspace, account: string): Promise<string> {
  const location = await tryTickets({ ...stage, workspace }, async (ticket, browser) =>
    expectEnd(await browser.visit(await consent(browser, ticket, { account })), 'connectionId='),
  );
  return noteConnected(stage, location);
}

/** Connects a channel of the kind's platform in the workspace without channels. @returns the id of the connection */
async function connectedTo(stage: Stage, kind: Kind): Promise<string> {
  const go = async ({ authUrl }: TestTicket, browser: Browser): Promise<string> => {
    const { location } = await browser.visit(authUrl);
    const { href } = await kind.consent(new URL(location), 'everything');
    return expectEnd(await browser.visit(href), 'connectionId=');
  };
  const location = await tryTickets({ ...stage, workspace: stage.lone }, go, { platform: kind.platform });
  return noteConnected(stage, location);
}

function noteConnected({ connected }: Stage, location: string): string {
  const id = new URL(location).searchParams.get('connectionId')!;
  connected.push(id);
  return id;
}

/**
 * Goes the way with one ticket after another until one of them has come to its end. The time of a ticket that its owner
 * gives up is over: while it lasts, no tokens of the platform are revoked. @returns where the browser went
 */
async function tryTickets(
  { ask, api, workspace, database }: Stage,
  go: (ticket: TestTicket, browser: Browser) => Promise<string>,
  request: object = {},
): Promise<string> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { body } = await ask(
      'POST',
      '/api/v1/oauth/tickets',
      { platform: publishedTo, redirectUrl, ...request },
      workspace,
    );
    try {
      return await go({ workspace, ...body }, browserOf(await api()));
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await database.query('UPDATE oauth_tickets SET expires_at = now() WHERE id = $1 RETURNING id', [body.ticketId]);
    }
  }
}
