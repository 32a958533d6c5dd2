import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import type { Json } from '../../../support/actors';
import { buildCaller } from '../../../support/callers/caller';
import { startReachableApp } from '../../../support/callers/reachableApp';
import { selfSignedCertificate } from '../../../support/servers/certificate';
import { startOrigin } from '../../../support/servers/origin';
import { use } from '../../../support/use';
import { editors } from './editors';
import { describedError } from './habits';
import type { RealClient } from './habits';
import { hosted } from './hosted';
import { programs } from './programs';
import { faultsOfTool } from './refusedTools';
import { terminals } from './terminals';
import {
  asksForConsent,
  begins,
  discover,
  exchanges,
  opensPage,
  refreshes,
  registers,
  resultOf,
  sendMessage,
} from './walk';
import type { Walk } from './walk';

const realClients: readonly RealClient[] = [...hosted, ...editors, ...terminals, ...programs];

const certificate = selfSignedCertificate('localhost');
const app = use(async () =>
  startReachableApp({ outboundAllow: parseOutboundAllow('127.0.0.0/8') }, { ca: certificate.cert }),
);
const caller = use(async () => buildCaller(app));
const documents = new Map<string, Json>();
/** The site at which clients publish their documents. */
const site = use(async () => {
  const origin = await startOrigin(
    (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documents.get(request.url!))),
    { certificate },
  );
  return { origin, stop: origin.close };
});

/** The address of a document that describes the client. */
function publish(name: string, document: Json): string {
  const path = `/oauth/${encodeURIComponent(name)}`;
  const clientId = `https://localhost:${site.origin.port}${path}`;
  documents.set(path, { client_id: clientId, ...document });
  return clientId;
}

async function connect(walk: Walk): Promise<void> {
  await exchanges(walk, await asksForConsent(walk, app, { action: 'allow', api_key: caller.apiKey }));
}

async function callTool(walk: Walk): Promise<void> {
  const { arguments: given } = walk.client.messages;
  const params = { name: 'list_connections', ...(given !== undefined && { arguments: given }) };
  const { structuredContent, isError } = resultOf(await sendMessage(walk, { method: 'tools/call', params }));
  expect([isError ?? false, structuredContent?.items[0].id]).toEqual([false, caller.connectionId]);
}

async function readTools(walk: Walk): Promise<void> {
  const params = walk.client.messages.listParams;
  const { tools } = resultOf(await sendMessage(walk, { method: 'tools/list', params }));
  expect(tools).toHaveLength(28);
  expect(tools.flatMap((tool: Json) => faultsOfTool(tool).map((fault) => `${tool.name}: ${fault}`))).toEqual([]);
}

/** Five requests that find the access token dead refresh at once, and the client stores the pair that comes last. */
async function refreshAtOnce(walk: Walk): Promise<void> {
  await app.database.query(`UPDATE mcp_tokens SET expires_at = now() WHERE kind = 'access'`);
  expect((await sendMessage(walk, { method: 'tools/list' })).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 5 }, async () => refreshes(walk)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  walk.tokens = JSON.parse(answers.at(-1)!.text);
  expect(walk.tokens.scope).toBe(walk.client.granted);
}

/** The owner ends the grant: the client is told what to do, and connects again as the client that it was. */
async function endAndReconnect(walk: Walk): Promise<void> {
  await app.database.query('UPDATE mcp_grants SET ended_at = now() WHERE ended_at IS NULL');
  const refused = await sendMessage(walk, { method: 'tools/list' });
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('invalid_token'),
  ]);
  const answer = await refreshes(walk);
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, 'invalid_token']);
  expect((walk.client.shows ?? describedError)(answer)).toContain('Connect again.');
  await connect(walk);
  await callTool(walk);
}

/** A client that has found the service, and that the service knows. */
async function known(client: RealClient): Promise<Walk> {
  const walk = await discover(client, `${app.url}/_mcp`);
  const { client: how, name } = client;
  walk.clientId = 'registers' in how ? await registers(walk, how.registers) : publish(name, how.document);
  return walk;
}

const connecting = realClients.filter(({ refused }) => refused === undefined);
const failing = realClients.flatMap(({ refused, ...client }) =>
  refused === undefined ? [] : [{ ...client, refused }],
);

it.each(connecting)(
  '$name connects from the address alone, calls, refreshes five times at once, and connects again once its grant has ended',
  async (client) => {
    const walk = await known(client);
    const { back } = await asksForConsent(walk, app, { action: 'deny' });
    expect(back).toMatchObject({ error: 'access_denied', error_description: 'The user has denied access.' });
    await connect(walk);
    await begins(walk);
    await readTools(walk);
    await callTool(walk);
    await refreshAtOnce(walk);
    await callTool(walk);
    await endAndReconnect(walk);
  },
);

it.each(failing)('$name is refused in words for its person', async ({ refused, ...client }) => {
  const { status, location, body } = (await opensPage(await known(client), app)).page;
  expect([status, location]).toEqual([400, '']);
  for (const sentence of [refused, 'Go back to the app, remove this service there, and connect it again.'])
    expect(body).toContain(sentence);
});

it('each row says where its habits were seen', () => {
  for (const { name, seen } of realClients)
    expect([name, Object.values(seen).filter((source) => !/^https:\/\/\S+$/.test(source))]).toEqual([name, []]);
});
