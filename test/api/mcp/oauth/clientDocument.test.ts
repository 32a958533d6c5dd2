import type { ServerResponse } from 'node:http';
import { documentBytesMax, registrationsPerNetworkMax } from '../../../../domain/mcp';
import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import { McpClient } from '../../../../models/mcp/McpClient';
import { selfSignedCertificate } from '../../../support/servers/certificate';
import { startOrigin } from '../../../support/servers/origin';
import { buildWorkspace } from '../../../support/build/workspace';
import { useApp } from '../../../support/callers/app';
import { assistantOf, consentBrowser, decide } from '../../../support/callers/assistant';
import { use } from '../../../support/use';

const certificate = selfSignedCertificate('localhost');
const app = useApp({ outboundAllow: parseOutboundAllow('127.0.0.0/8') }, { ca: certificate.cert });
type Answer = (response: ServerResponse, url: string) => void;
const answers = new Map<string, Answer>();
const host = use(async () => {
  const origin = await startOrigin(
    (request, response) => {
      const answer = answers.get(request.url!);
      if (answer) answer(response, addressOf(request.url!));
      else response.writeHead(404).end();
    },
    { certificate },
  );
  return { origin, stop: origin.close };
});
const addressOf = (path: string): string => `https://localhost:${host.origin.port}${path}`;
const redirectUri = 'https://assistant.example/callback?keep=1';
const metadataOf = (url: string, changes: object = {}) =>
  JSON.stringify({ client_id: url, client_name: 'Documented', redirect_uris: [redirectUri], ...changes });

let count = 0;
/** A document at an address of its own, which answers so. */
function publish(answer: Answer, ending = ''): string {
  count += 1;
  const path = `/apps/${count}.json${ending}`;
  answers.set(path, answer);
  return addressOf(path);
}
const json =
  (changes: object = {}, headers: Record<string, string> = {}): Answer =>
  (response, url) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(metadataOf(url, changes));
const readsOf = (url: string) => host.origin.requests.filter((seen) => addressOf(seen.url!) === url).length;
const open = async (clientId: string, uri = redirectUri) => {
  const assistant = assistantOf(app, clientId, uri);
  return consentBrowser(app).visit(assistant.urlOf(assistant.asks().parameters));
};

beforeEach(async () => app.database.query('DELETE FROM failure_counts'));

it('a client whose id is the address of its document is connected, refreshed and revoked', async () => {
  const url = publish(json());
  const assistant = assistantOf(app, url, redirectUri);
  const page = await open(url);
  expect([page.status, page.body.includes('Documented')]).toEqual([200, true]);
  const tokens = await assistant.connect(await buildWorkspace());
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'mcp.read mcp.write' });
  const refreshed = await assistant.refresh(tokens.refresh_token);
  expect(refreshed.status).toBe(200);
  expect((await assistant.revoke(refreshed.body.refresh_token)).status).toBe(200);
  expect((await assistant.refresh(refreshed.body.refresh_token)).status).toBe(401);
  const another = assistantOf(app, publish(json()), redirectUri);
  expect((await another.refresh(tokens.refresh_token)).body).toMatchObject({ error: 'invalid_client' });
});

it.each<[string, Record<string, string>, number]>([
  ['for its time', { 'cache-control': 'public, max-age=60' }, 1],
  ['for a day at most', { 'cache-control': 'max-age=999999999' }, 1],
  ['not without a time', {}, 2],
  ['not where it must not be', { 'cache-control': 'no-store, max-age=60' }, 2],
])('a document is kept as its headers say: %s', async (_what, headers, reads) => {
  const url = publish(json({}, headers));
  expect([(await open(url)).status, (await open(url)).status]).toEqual([200, 200]);
  expect(readsOf(url)).toBe(reads);
  const { freshUntil } = (await McpClient.ofDocument(url))!;
  expect(freshUntil!.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
});

it('a changed document counts from its next reading on, and a client that cannot be read any more gets no new consent', async () => {
  const url = publish(json());
  const tokens = await assistantOf(app, url, redirectUri).connect(await buildWorkspace());
  const path = new URL(url).pathname;
  answers.set(path, json({ redirect_uris: ['https://elsewhere.example/'] }));
  expect((await open(url)).status).toBe(400);
  expect((await open(url, 'https://elsewhere.example/')).status).toBe(200);
  answers.delete(path);
  expect((await open(url, 'https://elsewhere.example/')).status).toBe(400);
  expect((await assistantOf(app, url, redirectUri).refresh(tokens.refresh_token)).status).toBe(200);
});

it.each<[string, Answer]>([
  ['is not there', (response) => response.writeHead(404).end()],
  ['is elsewhere', (response) => response.writeHead(302, { location: addressOf('/other.json') }).end()],
  ['is a page', (response, url) => response.writeHead(200, { 'content-type': 'text/html' }).end(metadataOf(url))],
  ['has no type', (response, url) => response.writeHead(200).end(metadataOf(url))],
  [
    'is cut',
    (response) => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 999 }).end('{'),
  ],
  ['is no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('client')],
  ['is too long', json({ notes: 'x'.repeat(documentBytesMax) })],
  ['never ends', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{')],
  ['is of another client', json({ client_id: 'https://localhost/other.json' })],
  ['has no addresses', json({ redirect_uris: undefined })],
  ['has a dangerous address', json({ redirect_uris: ['javascript:alert(1)'] })],
  ['has no code', json({ grant_types: ['client_credentials'] })],
  ['has a secret', json({ token_endpoint_auth_method: 'client_secret_basic' })],
])('a document that %s leads to a page that sends the browser nowhere', async (_what, answer) => {
  const url = publish(answer);
  const page = await open(url);
  expect([page.status, page.location]).toEqual([400, '']);
  expect(await McpClient.ofDocument(url)).toBeNull();
});

it.each<[string, (url: string) => string]>([
  ['without encryption', (url) => url.replace('https:', 'http:')],
  ['with a fragment', (url) => `${url}#a`],
  ['with an empty fragment', (url) => `${url}#`],
  ['with a user', (url) => url.replace('https://', 'https://me:you@')],
  ['of a whole host', (url) => `${new URL(url).origin}/`],
  ['with dots', (url) => url.replace('/apps/', '/apps/../apps/')],
  ['in capitals', (url) => url.replace('localhost', 'LOCALHOST')],
  ['of no host', () => 'https://'],
  ['that is too long', (url) => `${url}?${'a'.repeat(3000)}`],
  ['that is not public', () => 'https://10.0.0.1/app.json'],
])('an address %s is no client, and is not asked', async (_what, change) => {
  const url = publish(json());
  const page = await open(change(url));
  expect([page.status, page.location, readsOf(url)]).toEqual([400, '', 0]);
});

it('an address that only differs in its redirect address from its document is refused, and the port of a local one may differ', async () => {
  const url = publish(json({ redirect_uris: ['http://127.0.0.1/callback'] }));
  expect((await open(url, 'http://127.0.0.1/callback/')).status).toBe(400);
  expect((await open(url, 'http://127.0.0.1:4711/callback')).status).toBe(200);
});

it('a network has so many new documents read, as it registers so many clients', async () => {
  const known = publish(json());
  await open(known);
  for (let nth = 1; nth < registrationsPerNetworkMax; nth += 1)
    await open(publish((response) => response.writeHead(404).end()));
  expect((await open(publish(json()))).status).toBe(429);
  expect((await open(known)).status).toBe(200);
});

it('the id of its row is no client_id of a documented client', async () => {
  const url = publish(json());
  const page = await open(url);
  expect((await decide(consentBrowser(app), page, { action: 'allow', api_key: 'ds_live_x' })).status).toBe(400);
  const { id } = (await McpClient.ofDocument(url))!;
  expect((await open(id)).status).toBe(400);
});
