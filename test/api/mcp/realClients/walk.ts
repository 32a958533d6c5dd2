import { randomBytes } from 'node:crypto';
import type { Json } from '../../../support/actors';
import { challengeOf, consentBrowser, decide } from '../../../support/callers/assistant';
import type { TestApp } from '../../../support/callers/app';
import type { FoundScopes, RealClient } from './habits';
import { send, sendFrom } from './wire';
import type { Reply, Send } from './wire';

/** A client on its way. Everything that it knows it has found from the address. */
export interface Walk {
  client: RealClient;
  send: Send;
  /** That its user has typed. */
  address: string;
  resource: Json;
  server: Json;
  scopes: FoundScopes;
  clientId: string;
  /** The last pair that it has stored. */
  tokens: Json;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The first message, which has no token, and the documents of the service. */
export async function discover(client: RealClient, address: string): Promise<Walk> {
  const walk = { client, address, send: client.origin === undefined ? send : sendFrom(client.origin) } as Walk;
  if (client.probe) {
    const { method, headers, status } = client.probe;
    expect((await walk.send(method, address, headers)).status).toBe(status);
  }
  const refused = await sendMessage(walk, firstMessage(client));
  const challenge = refused.headers['www-authenticate'] ?? '';
  expect([refused.status, challenge]).toEqual([401, expect.stringMatching(/^Bearer /)]);
  const named = (word: string) => new RegExp(`${word}="([^"]+)"`).exec(challenge)?.[1] ?? '';
  const documents: Json[] = [];
  for (const [path, status] of client.discovery) {
    const url = path === 'challenge' ? named('resource_metadata') : new URL(path, address).href;
    const { status: got, headers, text } = await readDocument(walk, url);
    expect([url, got, headers['content-type']]).toEqual([url, status, expect.stringContaining('application/json')]);
    // A client that looks on behind a 404 must be able to read it.
    const read: Json = JSON.parse(text);
    if (status === 200) documents.push(read);
  }
  const resource = documents.find((document) => document.authorization_servers);
  const server = documents.find((document) => document.token_endpoint);
  // RFC 9728 §3.3 and RFC 8414 §3.3, by bytes.
  expect([resource.resource, server.issuer]).toEqual([address, resource.authorization_servers[0]]);
  expect(server.code_challenge_methods_supported).toContain('S256');
  const scopes = {
    challenge: named('scope'),
    resource: resource.scopes_supported.join(' '),
    server: server.scopes_supported.join(' '),
  };
  return { ...walk, resource, server, scopes };
}

/** A library on a page asks again without headers, where the browser does not let it ask (`client/auth` of the TypeScript library). */
async function readDocument({ client, send: sends }: Walk, url: string): Promise<Reply> {
  const { discoveryHeaders, origin } = client;
  if (origin === undefined) return sends('GET', url, discoveryHeaders);
  return sends('GET', url, discoveryHeaders).catch(async () => sends('GET', url));
}

/** The client registers itself. @returns its id */
export async function registers(walk: Walk, body: Json): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const { status, text } = await walk.send('POST', walk.server.registration_endpoint, headers, JSON.stringify(body));
  const registered = JSON.parse(text);
  expect([status, registered]).toMatchObject([
    201,
    { token_endpoint_auth_method: 'none', redirect_uris: body.redirect_uris },
  ]);
  expect(registered.client_secret).toBeUndefined();
  return registered.client_id;
}

/** Of the grant that a person is asked for. */
interface Asked {
  verifier: string;
  /** The parameters with which the browser was sent back. */
  back: Record<string, string>;
}

/** Sends its person to the page. */
export async function opensPage({ client, server, resource, scopes, clientId }: Walk, app: TestApp) {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
  const scope = client.scope(scopes);
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: client.redirectUri,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    ...(scope !== undefined && { scope }),
    ...(client.namesResource && { resource: resource.resource }),
    ...client.more,
  }).toString();
  const browser = consentBrowser(app);
  return { verifier, state, browser, page: await browser.visit(url.href) };
}

/** @param fields of the page, as the person fills it in */
export async function asksForConsent(walk: Walk, app: TestApp, fields: Record<string, string>): Promise<Asked> {
  const { client, server } = walk;
  const { verifier, state, browser, page } = await opensPage(walk, app);
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('Connect an app')]);
  const { location } = await decide(browser, page, fields, client.boxes);
  expect(location.slice(0, client.redirectUri.length)).toBe(client.redirectUri);
  const back = Object.fromEntries(new URL(location).searchParams);
  expect(back).toMatchObject({ state, iss: server.issuer });
  return { verifier, back };
}

/** Exchanges the code, and stores the pair. */
export async function exchanges(walk: Walk, { verifier, back }: Asked): Promise<void> {
  const { client, resource } = walk;
  const fields = { code: back['code']!, redirect_uri: client.redirectUri, code_verifier: verifier };
  const { status, headers, text } = await asksForTokens(walk, {
    grant_type: 'authorization_code',
    ...fields,
    ...(client.namesResource && { resource: resource.resource }),
  });
  expect([status, text]).toEqual([200, expect.stringContaining('access_token')]);
  expect([headers['content-type'], headers['cache-control']]).toEqual(['application/json; charset=utf-8', 'no-store']);
  walk.tokens = JSON.parse(text);
  expect(walk.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: client.granted });
}

/** Refreshes with the stored refresh token, and stores nothing. */
export async function refreshes(walk: Walk): Promise<Reply> {
  const { client, resource, tokens } = walk;
  return asksForTokens(walk, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    ...(client.refreshScope !== undefined && { scope: client.refreshScope }),
    ...(client.namesResource && { resource: resource.resource }),
  });
}

async function asksForTokens(
  { client, server, clientId, send: sends }: Walk,
  fields: Record<string, string>,
): Promise<Reply> {
  const ask = async (more: Record<string, string>, headers = {}) =>
    sends(
      'POST',
      server.token_endpoint,
      { ...form, accept: 'application/json', ...headers },
      new URLSearchParams({ ...fields, ...more }).toString(),
    );
  if (client.token === 'its id and an empty secret') return ask({ client_id: clientId, client_secret: '' });
  if (client.token === 'its id') return ask({ client_id: clientId });
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:`).toString('base64');
  const first = await ask({}, { authorization: `Basic ${basic}` });
  return first.status === 200 ? first : ask({ client_id: clientId });
}

interface Message {
  method: string;
  params?: Json;
  /** A notification has no number. */
  isNotice?: boolean;
}

/** A message in the form of the version that the client speaks. Before the handshake it has no token. */
export async function sendMessage(
  { client, address, tokens, send: sends }: Walk,
  { method, params, isNotice }: Message,
): Promise<Reply> {
  const { version, accept, clientInfo, capabilities = {}, namesNoVersion } = client.messages;
  const isModern = version === '2026-07-28';
  const about = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const whole = isModern ? { ...params, _meta: about } : params;
  const headers = {
    'content-type': 'application/json',
    accept,
    ...(method !== 'initialize' && !namesNoVersion && { 'mcp-protocol-version': version }),
    ...(isModern && { 'mcp-method': method }),
    ...(isModern && params?.name && { 'mcp-name': params.name }),
    ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
  };
  const message = { jsonrpc: '2.0', ...(!isNotice && { id: 1 }), method, ...(whole && { params: whole }) };
  return sends('POST', address, headers, JSON.stringify(message));
}

function firstMessage({ messages: { version, clientInfo, capabilities = {} } }: RealClient): Message {
  if (version === '2026-07-28') return { method: 'server/discover' };
  return { method: 'initialize', params: { protocolVersion: version, capabilities, clientInfo } };
}

/** The first messages with a token, up to the lists. */
export async function begins(walk: Walk): Promise<void> {
  const { client, address, tokens, send: sends } = walk;
  const { version } = client.messages;
  const begun = resultOf(await sendMessage(walk, firstMessage(client)));
  expect(begun.supportedVersions ?? [begun.protocolVersion]).toContain(version);
  if (version === '2026-07-28') return;
  expect((await sendMessage(walk, { method: 'notifications/initialized', isNotice: true })).status).toBe(202);
  // A stream of notifications; all but 405 leads to attempts without an end.
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${tokens.access_token}`,
    'mcp-protocol-version': version,
  };
  expect((await sends('GET', address, headers)).status).toBe(405);
}

/** The message of an answer, in JSON or in the last event of a stream. */
export function resultOf({ status, headers, text }: Reply): Json {
  expect([status, text]).toEqual([200, expect.anything()]);
  const isStream = headers['content-type']!.startsWith('text/event-stream');
  const [last] = isStream
    ? text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .slice(-1)
    : [`data:${text}`];
  const message: Json = JSON.parse(last!.slice('data:'.length));
  expect(message).toHaveProperty('result');
  return message.result;
}
