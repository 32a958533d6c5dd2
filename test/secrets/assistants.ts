import type { TestApp } from '../support/callers/app';
import { stranger } from '../support/actors';
import { registerAssistant } from '../support/callers/assistant';
import { videoBody } from '../support/build/video';
import { senderTo } from '../support/callers/links';
import { callTool, sendMessage } from '../support/callers/mcp';
import { videoBytes } from '../support/media/media';
import { random } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';

/** An assistant that is let in, refreshes, calls tools, is refused everything, and gives its access up. */
export async function assistants(service: WatchedDeployment): Promise<void> {
  const { keep, note } = service;
  const owner = await service.owner();
  const at = { url: service.api().url, deps: { config: { baseUrl: service.settings['BASE_URL'] } } };
  const assistant = await registerAssistant(at as TestApp);

  const granted = await assistant.code(owner);
  const { body: first } = await assistant.exchange(granted);
  const { body: second } = await assistant.refresh(first.refresh_token);
  const tokens: string[] = [first, second].flatMap((pair) => [pair.access_token, pair.refresh_token]);
  keep('a code of an assistant', granted.code);
  keep('a verifier of an assistant', granted.asked.verifier);
  keep('a token of an assistant', ...tokens);

  const { body: person } = await assistant.exchange(await assistant.codeOf(await personOf(service)));
  keep('a token of an assistant', person.access_token, person.refresh_token);
  expect((await callTool(at, person.access_token, 'list_connections')).isError).toBe(false);

  const [, , access, refresh] = tokens as [string, string, string, string];
  const post = { ...videoBody(owner.connectionId), idempotencyKey: 'secret', externalId: 'from an assistant' };
  expect((await callTool(at, access, 'create_assignment', post)).isError).toBe(false);
  expect((await callTool(at, access, 'get_assignment', { assignmentId: refresh })).isError).toBe(true);
  expect((await callTool(at, access, 'get_channel_stats', { connectionId: owner.connectionId })).isError).toBe(true);

  const { structured: link } = await callTool(at, access, 'connect_channel', { platform: 'youtube' });
  const [secret = ''] = /[\w-]{43}$/.exec(link.connectUrl) ?? [];
  keep('the secret of a connect link', secret);
  const page = `/api/v1/oauth/connect/channel/${secret}`;
  expect((await stranger(at)('GET', page)).status).toBe(200);

  const bytes = videoBytes(3000);
  const file = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: bytes.length };
  const { structured: upload } = await callTool(at, access, 'create_upload', file);
  const uploadPath = new URL(upload.uploadUrl).pathname;
  keep('the secret of an upload address', uploadPath.split('/').at(-1)!);
  const sender = senderTo(at, upload.uploadUrl);
  const sent = [await sender.page(), await sender.look(), await sender.part(bytes.subarray(0, 1000))];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 204]);

  const refused = [
    await stranger(at)('GET', `${page}x`),
    await sender.put(bytes),
    await sender.part(bytes, 5),
    await stranger(at)('PUT', `${uploadPath}x`, { body: 'x' }),
    await stranger(at)('GET', uploadPath),
    await sendMessage(at, refresh, { method: 'tools/list' }),
    await sendMessage(at, `${access}x`, { method: 'tools/list' }),
    await sendMessage(at, access, { method: 'tools/list', headers: { 'mcp-protocol-version': '1999-01-01' } }),
    await sendMessage(at, access, {
      method: 'tools/list',
      headers: { origin: `https://${access.toLowerCase()}.example` },
    }),
    await stranger(at)('POST', `/_mcp?access_token=${access}`, { body: {} }),
    await stranger(at)('GET', '/api/v1/assignments', { headers: { authorization: `Bearer ${access}` } }),
    await assistant.exchange(granted),
    await assistant.refresh(refresh),
  ];
  expect(refused.map(({ status }) => status >= 400)).toEqual(refused.map(() => true));
  for (const answer of refused) note(answer);
  expect((await assistant.revoke(refresh)).status).toBe(200);
}

/** A user with an organization of their own, who lets an assistant in by a log-in. */
async function personOf({ stranger: ask, caller, keep }: WatchedDeployment) {
  const [email, password] = ['linus@example.com', random('of an assistant')];
  keep('a password', password);
  const { body } = await ask('POST', '/api/v1/auth/register', { body: { email, password, name: 'Linus' } });
  keep('a session', body.token);
  const { items } = (await caller(body.token)('GET', '/api/v1/auth/organizations')).body;
  return { email, password, organizationId: items[0].id as string };
}
