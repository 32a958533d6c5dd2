import { createCompleteTicket } from '../../../outbox/completeTicket';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { workspaceClient } from '../actors';
import type { Address } from '../actors';
import { startApp } from '../callers/app';
import type { TestApp } from '../callers/app';
import { openBrowser } from '../browser';
import type { Browser } from '../browser';
import { buildWorkspace } from '../build/workspace';
import type { BuiltWorkspace } from '../build/workspace';
import { startPublishing } from './publishing';
import type { Publishing } from './publishing';
import { use } from '../use';

export interface Connecting extends Publishing {
  app: TestApp;
  /** A workspace, and a ticket of it. */
  ticket: (body?: object, workspace?: BuiltWorkspace) => Promise<TestTicket>;
}

export interface TestTicket {
  workspace: BuiltWorkspace;
  ticketId: string;
  authUrl: string;
}

export const redirectUrl = 'https://app.example/connected?team=7#top';

/** The base URL of the service; no server listens there. */
export const baseUrl = 'http://localhost:9';

/** Everything that connects a channel: the parts that publish, and the API in front of them. */
export async function startConnecting(
  options: Parameters<typeof startPublishing>[0] = {},
  config: Parameters<typeof startApp>[0] = {},
): Promise<Connecting> {
  const publishing = await startPublishing(options);
  const { temporal, sandbox, database, dispatcher, deps, files } = publishing;
  const app = await startApp(
    { baseUrl, ...config },
    {
      platformUrl: sandbox.url,
      completeTicket: createCompleteTicket(temporal.client, deps.logger),
      dispatch: dispatcher.dispatchSoon,
      database,
      files,
    },
  );
  return {
    ...publishing,
    app,
    ticket: async (body, workspace) => openTicket(app, body, workspace),
    stop: async () => {
      await dispatcher.drained();
      await app.stop();
      await publishing.stop();
    },
  };
}

/** Asks for a ticket, as a new workspace by default. */
export async function openTicket(api: Address, body: object = {}, asker?: BuiltWorkspace): Promise<TestTicket> {
  const workspace = asker ?? (await buildWorkspace());
  const post = { platform: 'youtube', redirectUrl, ...body };
  const answer = await workspaceClient(api, workspace)('POST', '/api/v1/oauth/tickets', { body: post });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { workspace, ticketId: answer.body.ticketId, authUrl: answer.body.authUrl };
}

/** A new browser, for which the service is where it says that it is. */
export function browserOf({ url }: Address): Browser {
  return openBrowser({ baseUrl, url });
}

interface Consent {
  account?: string;
  button?: 'Allow' | 'Deny' | 'Continue';
  untick?: string[];
}

/** Opens a ticket and answers the platform's question. @returns the address of the callback, not yet visited */
export async function consent(
  browser: Browser,
  { authUrl }: TestTicket,
  { account = 'Olive One', button = 'Allow', untick = [] }: Consent = {},
): Promise<string> {
  const { location } = await browser.visit(authUrl);
  const answer = await browser.press(await browser.follow(await browser.visit(location), account), button, untick);
  if (answer.status !== 302) throw new Error(answer.body);
  return answer.location;
}

/** The whole way. @returns where the caller's page is opened in the end */
export async function connect(app: Address, ticket: TestTicket, how: Consent = {}): Promise<URL> {
  const browser = browserOf(app);
  return new URL((await browser.visit(await consent(browser, ticket, how))).location);
}

/** A ticket's row. */
export async function rowOf({ ticketId }: Pick<TestTicket, 'ticketId'>): Promise<OAuthTicket> {
  return OAuthTicket.findByPk(ticketId, { raw: true, rejectOnEmpty: true });
}

/** Everything that a channel is connected by, for the tests around the call; before each of them its sandbox calms down. */
export function useConnecting(...options: Parameters<typeof startConnecting>): Connecting {
  const connecting = use(async () => startConnecting(...options));
  beforeEach(async () => connecting.sandbox.calm());
  return connecting;
}
