import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Json } from '../actors';
import type { TestApp } from './app';
import { decide } from './assistant';
import { openBrowser } from '../browser';

/** The official clients of the protocol, by SDK version and protocol version. */
export const clientKinds = ['v1', 'v2 of 2025', 'v2 of 2026'] as const;
export type ClientKind = (typeof clientKinds)[number];

interface Tokens {
  access_token: string;
  refresh_token?: string;
  [name: string]: unknown;
}

/** A client's store for one user, in the form that both versions ask for. The user allows all that is asked for. */
export interface Keeper {
  kept: { tokens?: Tokens | undefined; client?: Json; discovered?: Json; verifier: string };
  /** The scopes for which consent was asked, one entry for each time. */
  asked: string[];
  provider: Json;
}

export interface Connected {
  listTools: () => Promise<Json>;
  callTool: (name: string, given?: Json) => Promise<Json>;
  /** The rest of the protocol. */
  client: Json;
  close: () => Promise<void>;
}

const redirectUrl = 'http://127.0.0.1:3117/callback';

/** Sends requests for the service's own addresses to the place where it really listens. */
export function fetchHere({ deps, url }: TestApp) {
  const { baseUrl } = deps.config;
  return async (target: string | URL, options?: RequestInit): Promise<Response> =>
    fetch(String(target).replace(baseUrl, url), options);
}

interface Habits {
  /** Its user allows this alone the first time. */
  firstScope?: string;
  /** False: it keeps no refresh tokens. By default it does, as most do. */
  keepsRefreshTokens?: boolean;
}

export function keeperFor(
  app: TestApp,
  { apiKey }: { apiKey: string },
  { firstScope, keepsRefreshTokens = true }: Habits = {},
): Keeper & { code: () => Promise<string> } {
  const kept: Keeper['kept'] = { verifier: '' };
  const asked: string[] = [];
  let code = '';
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'SDK', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client: Json) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: ({ refresh_token: refreshToken, ...tokens }: Tokens) => {
      kept.tokens = {
        ...tokens,
        ...(keepsRefreshTokens && refreshToken !== undefined && { refresh_token: refreshToken }),
      };
    },
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state: Json) => void (kept.discovered = state),
    discoveryState: () => kept.discovered,
    invalidateCredentials: (which: string) => {
      if (which === 'all' || which === 'tokens') kept.tokens = undefined;
      if (which === 'all' || which === 'client') kept.client = undefined;
    },
    redirectToAuthorization: async (url: URL) => {
      asked.push(url.searchParams.get('scope') ?? '');
      if (asked.length === 1 && firstScope !== undefined) url.searchParams.set('scope', firstScope);
      const browser = openBrowser({ baseUrl: app.deps.config.baseUrl, url: app.url });
      const { location } = await decide(browser, await browser.visit(url.href), { action: 'allow', api_key: apiKey });
      code = location;
    },
  };
  return { kept, asked, provider, code: async () => code };
}

/** The address to which the browser was sent back, as the clients take it: v1 takes the code alone. */
async function finish(transport: Json, kind: ClientKind, location: string): Promise<void> {
  const { searchParams } = new URL(location);
  if (kind === 'v1') await transport.finishAuth(searchParams.get('code'));
  else await transport.finishAuth(searchParams);
}

/** Connects a client; with a keeper, its user is sent to the consent page where that is needed. */
export async function connectClient(
  app: TestApp,
  kind: ClientKind,
  keeper: ReturnType<typeof keeperFor>,
): Promise<Connected> {
  const url = new URL(`${app.deps.config.baseUrl}/_mcp`);
  const options = { fetch: fetchHere(app), authProvider: keeper.provider };
  const isUnauthorized = (error: unknown) =>
    error instanceof Error && /Unauthorized/.test(error.constructor.name + error.message);
  const open = async (): Promise<{ client: Json; transport: Json }> => {
    const about = { name: 'test', version: '1' };
    const client: Json =
      kind === 'v1'
        ? new Client(about)
        : new ModernClient(about, {
            versionNegotiation: { mode: kind === 'v2 of 2026' ? { pin: '2026-07-28' } : 'legacy' },
          });
    const transport: Json =
      kind === 'v1' ? new StreamableHTTPClientTransport(url, options) : new ModernTransport(url, options);
    try {
      await client.connect(transport);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await finish(transport, kind, await keeper.code());
      return open();
    }
    return { client, transport };
  };
  const { client, transport } = await open();
  const call = async (name: string, given: Json = {}): Promise<Json> => {
    try {
      return await client.callTool({ name, arguments: given });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await finish(transport, kind, await keeper.code());
      return client.callTool({ name, arguments: given });
    }
  };
  return {
    client,
    listTools: async () => client.listTools(),
    callTool: call,
    close: async () => client.close(),
  };
}
