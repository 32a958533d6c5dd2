import { createCompleteTicket } from '../../outbox/completeTicket';
import { OAuthTicket } from '../../models/OAuthTicket';
import { follow, open, press } from '../sandbox/consentPages';
import { workspaceClient } from './actors';
import type { Answer } from './actors';
import { startApp } from './app';
import type { TestApp } from './app';
import { buildWorkspace } from './build/workspace';
import type { BuiltWorkspace } from './build/workspace';
import { startPublishing } from './publishing';
import type { Publishing } from './publishing';

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

/** Where the service says that it is reached; nobody listens there. */
const baseUrl = 'http://localhost:9';

/** Everything that a channel is connected by: what publishes, and the API in front of it. */
export async function startConnecting(options: Parameters<typeof startPublishing>[0] = {}): Promise<Connecting> {
  const publishing = await startPublishing(options);
  const { temporal, sandbox, database, dispatcher, deps } = publishing;
  const app = await startApp(
    { baseUrl },
    {
      platformUrl: sandbox.youtubeUrl,
      completeTicket: createCompleteTicket(temporal.client, deps.logger),
      dispatch: dispatcher.dispatchSoon,
      database,
    },
  );
  return {
    ...publishing,
    app,
    ticket: async (body = {}, given) => {
      const workspace = given ?? (await buildWorkspace());
      const post = { platform: 'youtube', redirectUrl, ...body };
      const answer = await workspaceClient(app, workspace)('POST', '/api/v1/oauth/tickets', { body: post });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return { workspace, ticketId: answer.body.ticketId, authUrl: answer.body.authUrl };
    },
    stop: async () => {
      await dispatcher.drained();
      await app.stop();
      await publishing.stop();
    },
  };
}

/** A browser: keeps cookies as they were set, follows nothing by itself. */
export interface Browser {
  cookies: Map<string, string>;
  /** Opens an address of the service. */
  visit: (url: string) => Promise<Visit>;
  /** Sends the form of a page of the service. */
  submit: (url: string, fields: Record<string, string>) => Promise<Visit>;
}

export interface Visit extends Omit<Answer, 'body'> {
  body: string;
  /** Where it is sent on. */
  location: string;
}

export function openBrowser(app: TestApp): Browser {
  const cookies = new Map<string, string>();
  async function send(url: string, init: RequestInit): Promise<Visit> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const response = await fetch(url.replace(baseUrl, app.url), { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, body: await response.text(), location };
  }
  return {
    cookies,
    visit: async (url) => send(url, {}),
    submit: async (url, fields) =>
      send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

interface Consent {
  account?: string;
  button?: 'Allow' | 'Deny';
  untick?: string[];
}

/** Opens a ticket and answers the platform's question. @returns the address of the callback, not yet visited */
export async function consent(
  browser: Browser,
  { authUrl }: TestTicket,
  { account = 'Olive One', button = 'Allow', untick = [] }: Consent = {},
): Promise<string> {
  const { location } = await browser.visit(authUrl);
  const screen = await press(await follow(await open(location), account), button, untick);
  if (screen.status !== 302) throw new Error(screen.text);
  return String(screen.headers['location']);
}

/** The whole way. @returns where the caller's page is opened in the end */
export async function connect(app: TestApp, ticket: TestTicket, how: Consent = {}): Promise<URL> {
  const browser = openBrowser(app);
  return new URL((await browser.visit(await consent(browser, ticket, how))).location);
}

/** A ticket's row. */
export async function rowOf({ ticketId }: Pick<TestTicket, 'ticketId'>): Promise<OAuthTicket> {
  return OAuthTicket.findByPk(ticketId, { raw: true, rejectOnEmpty: true });
}
