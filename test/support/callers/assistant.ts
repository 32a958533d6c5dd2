import { createHash, randomBytes } from 'node:crypto';
import type { McpScope } from '../../../domain/mcp';
import type { Answer, Json } from '../actors';
import type { TestApp } from './app';
import { stranger } from '../actors';
import { openBrowser } from '../browser';
import type { Browser, Page } from '../browser';
import type { BuiltWorkspace } from '../build/workspace';

/** The facts that a client keeps of its own authorization request. */
export interface AskedFor {
  verifier: string;
  state: string;
  parameters: Record<string, string>;
}

/** A client of the authorization server, written by hand so that it can make requests that no library makes. */
export interface Assistant {
  clientId: string;
  redirectUri: string;
  /** The parameters of an authorization request; undefined leaves one out. */
  asks: (overrides?: Record<string, string | undefined>) => AskedFor;
  urlOf: (parameters: Record<string, string> | URLSearchParams) => string;
  /** Asks, and lets the owner of a workspace allow it. */
  code: (workspace: Pick<BuiltWorkspace, 'apiKey'>, asked?: AskedFor) => Promise<Granted>;
  /** Asks, and lets a person allow it who logs in and picks an organization. */
  codeOf: (person: ConsentingPerson, asked?: AskedFor) => Promise<Granted>;
  exchange: (granted: Granted, overrides?: Record<string, string | undefined>) => Promise<Answer>;
  refresh: (refreshToken: string, overrides?: Record<string, string | undefined>) => Promise<Answer>;
  revoke: (token: string, overrides?: Record<string, string | undefined>) => Promise<Answer>;
  /** The whole way, to the first pair of tokens. */
  connect: (workspace: Pick<BuiltWorkspace, 'apiKey'>, scope?: string) => Promise<Json>;
}

/** A person, and the organization that they pick. */
export interface ConsentingPerson {
  email: string;
  password: string;
  organizationId: string;
}

interface Granted {
  code: string;
  asked: AskedFor;
}

export async function register(app: TestApp, body: Json): Promise<Answer> {
  return stranger(app)('POST', '/oauth/mcp/register', { body });
}

/** Sends a form, as clients do. */
export async function sendForm(
  app: TestApp,
  path: string,
  fields: Record<string, string | undefined> | URLSearchParams,
): Promise<Answer> {
  const form = fields instanceof URLSearchParams ? fields : present(fields);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return stranger(app)('POST', path, { headers, body: new URLSearchParams(form).toString() });
}

function present(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const consentBrowser = (app: TestApp): Browser =>
  openBrowser({ baseUrl: app.deps.config.baseUrl, url: app.url });

/** Submits the consent page; its boxes stay as they are, except the given boxes. */
export async function decide(
  browser: Browser,
  page: Page,
  fields: Record<string, string> = { action: 'allow' },
  boxes: Partial<Record<McpScope, boolean>> = {},
): Promise<Page> {
  const hidden = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)"/g)];
  const sent = boxesOf(page).filter(({ scope, isTicked }) => boxes[scope] ?? isTicked);
  const form = [...hidden.map(([, name, value]) => [name, value]), ...sent.map(({ name, scope }) => [name, scope])];
  return browser.submit(page.url.replace(/\?.*/, ''), { ...Object.fromEntries(form), ...fields });
}

/** The boxes of a consent page, in their order. */
export function boxesOf({ body }: Page): { name: string; scope: McpScope; isTicked: boolean }[] {
  const found = [...body.matchAll(/<input type="checkbox" name="(\w+)" value="([^"]+)" (checked)? ?\/>/g)];
  return found.map(([, name, scope, checked]) => ({
    name: name!,
    scope: scope as McpScope,
    isTicked: checked !== undefined,
  }));
}

export async function registerAssistant(
  app: TestApp,
  redirectUri = 'https://assistant.example/callback?keep=1',
  name = 'Assistant',
): Promise<Assistant> {
  const { body } = await register(app, { client_name: name, redirect_uris: [redirectUri] });
  return assistantOf(app, body.client_id, redirectUri);
}

/** The assistant of a `client_id`. */
export function assistantOf(app: TestApp, clientId: string, redirectUri: string): Assistant {
  const urlOf: Assistant['urlOf'] = (parameters) =>
    `${app.deps.config.baseUrl}/oauth/mcp/authorize?${new URLSearchParams(parameters).toString()}`;
  const asks: Assistant['asks'] = (overrides = {}) => {
    const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
    const parameters = present({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'mcp.read mcp.write',
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      state,
      ...overrides,
    });
    return { verifier, state, parameters };
  };
  const code: Assistant['code'] = async ({ apiKey }, asked = asks()) => {
    const browser = consentBrowser(app);
    const page = await browser.visit(urlOf(asked.parameters));
    const { location } = await decide(browser, page, { action: 'allow', api_key: apiKey });
    return { asked, code: new URL(location).searchParams.get('code')! };
  };
  const codeOf: Assistant['codeOf'] = async ({ email, password, organizationId }, asked = asks()) => {
    const browser = consentBrowser(app);
    const page = await browser.visit(urlOf(asked.parameters));
    const pick = await decide(browser, page, { action: 'allow', email, password });
    const { location } = await decide(browser, pick, { action: 'allow', organization: organizationId });
    return { asked, code: new URL(location).searchParams.get('code')! };
  };
  const exchange: Assistant['exchange'] = async ({ code: given, asked }, overrides = {}) =>
    sendForm(app, '/oauth/mcp/token', {
      grant_type: 'authorization_code',
      code: given,
      redirect_uri: asked.parameters['redirect_uri'],
      client_id: clientId,
      code_verifier: asked.verifier,
      ...overrides,
    });
  return {
    clientId,
    redirectUri,
    asks,
    urlOf,
    code,
    codeOf,
    exchange,
    refresh: async (refreshToken, overrides = {}) =>
      sendForm(app, '/oauth/mcp/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        ...overrides,
      }),
    revoke: async (token, overrides = {}) =>
      sendForm(app, '/oauth/mcp/revoke', { token, client_id: clientId, ...overrides }),
    connect: async (workspace, scope = 'mcp.read mcp.write') =>
      (await exchange(await code(workspace, asks({ scope })))).body,
  };
}
