import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tools } from '../../../api/tools';
import type { Json } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callIn, callTool, eras, legacyMessageOf, messageOf } from '../../support/callers/mcp';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const granted = use(async () => buildMcpGrant(caller));
const call = async (name: string, args: Json) => callTool(app, granted.accessToken, name, args);
const post = async (idempotencyKey: string, overrides: Json = {}) =>
  call('create_assignment', { ...videoBody(caller.connectionId), idempotencyKey, ...overrides });

/** An answer, without the id of its request, and without the ids, secrets and times of what it made. */
const withoutRequest = (answer: object): string =>
  JSON.stringify(answer).replaceAll(
    /request id: [\w-]+|channel\/[\w-]{43}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}(-\d\d){2}T[\d:.]+Z/g,
    '',
  );

/** Each optional argument of each tool, as its schema lists it. */
const optional = tools.flatMap(({ name, inputSchema }) => {
  const { properties = {}, required = [] }: Json = inputSchema;
  return Object.keys(properties)
    .filter((argument) => !required.includes(argument))
    .map((argument) => ({ tool: name, argument, schema: properties[argument] }));
});

describe('null for an optional argument', () => {
  it.each(optional)('$tool shows $argument as one that is left out, and not as one that is null', ({ schema }) => {
    expect(JSON.stringify(schema)).not.toContain('null');
  });

  it.each(optional)('$tool answers null for $argument as it answers without it', async ({ tool, argument }) => {
    const needed: Json = {
      ...videoBody(caller.connectionId),
      mediaUrl: undefined,
      idempotencyKey: 'the key',
      assignmentId: '0198c3f4-5a6b-7c7d-8e8f-9a0b1c2d3e4f',
      platform: 'youtube',
    };
    const { required = [] } = tools.find(({ name }) => name === tool)!.inputSchema as { required?: string[] };
    const args = Object.fromEntries(required.map((name) => [name, needed[name]]));
    const [without, asNull] = [await call(tool, args), await call(tool, { ...args, [argument]: null })];
    expect(withoutRequest(asNull)).toEqual(withoutRequest(without));
    expect(JSON.stringify(asNull)).not.toMatch(new RegExp(`${argument}[^]{0,9}must be`));
  });

  it('is left out within an object, too, and a required argument is missing', async () => {
    const payload = { title: 'A title', description: null, tags: null, privacy: null };
    expect(await post('nested', { payload })).toMatchObject({
      structured: { status: 'pending', ignoredPayloadFields: [] },
    });
    const refused = await post('missing', { payload: { title: null }, connectionId: null });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused)).toMatch(/is required/);
  });

  it('does not put a post forward', async () => {
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const { structured: created } = await post('later', { scheduledAt });
    const { structured: changed } = await call('update_assignment', {
      assignmentId: created.id,
      payload: { title: 'Another', description: null },
      scheduledAt: null,
      prepareAheadSeconds: null,
      updatePublished: null,
    });
    expect(changed).toMatchObject({ status: 'pending', scheduledAt, payload: { title: 'Another' } });
  });

  it('of an argument that a tool does not have is still refused, and one in a list is judged', async () => {
    expect(JSON.stringify(await post('unknown', { scheduled_at: null }))).toContain('is no argument of this tool');
    const inList = await post('list', { payload: { title: 'T', tags: ['a', null] } });
    expect(inList.isError).toBe(true);
  });

  it('as deep as a body can have it harms nobody', async () => {
    let deep: Json = { a: null };
    for (let level = 0; level < 3000; level += 1) deep = { a: deep };
    expect((await post('deep', { payload: deep })).isError).toBe(true);
  });
});

describe('null for all of a part of a message is left out', () => {
  it.each(eras)('as the arguments of a call, by a client of the %s protocol', async (era) => {
    const params = { name: 'list_connections', arguments: null };
    const { message } = await callIn(era, app, granted.accessToken, { method: 'tools/call', params });
    expect(message.result.structuredContent.items[0].id).toBe(caller.connectionId);
  });

  it.each(['tools/list', 'prompts/list', 'resources/list'])('as the parameters of %s', async (method) => {
    const { status, message } = await callIn('legacy', app, granted.accessToken, { method, params: null });
    expect([status, Object.keys(message.result)]).toEqual([200, [method.replace('/list', '')]]);
  });
});

describe.each(eras)('Accept, from a client of the %s protocol', (era) => {
  const list = { method: 'tools/list' };
  const statusWith = async (accept: string | null): Promise<number> => {
    const { headers, ...request } =
      era === 'modern'
        ? messageOf(granted.accessToken, list)
        : legacyMessageOf(granted.accessToken, { id: 1, ...list });
    const { accept: _named, ...others } = headers;
    const sent = { ...others, ...(accept !== null && { accept }) };
    // fetch would add a header of its own where there is none.
    const asked = ask(`${app.url}/_mcp`, { method: request.method, headers: sent }).end(request.body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode!;
  };

  it.each([
    ['*/*'],
    ['*/*;q=0.8'],
    ['text/html, */*; q=0.1'],
    ['application/*, text/*'],
    ['application/json, text/*'],
    ['application/json, text/event-stream'],
    ['text/event-stream;q=0.5,Application/JSON'],
    ['application/json,*/*'],
    [''],
    [null],
  ])('%s is taken', async (accept) => {
    expect(await statusWith(accept)).toBe(200);
  });

  it.each(['text/html', 'application/json', '*/json, text/event-stream', 'text/*'])('%s is not', async (accept) => {
    expect(await statusWith(accept)).toBe(era === 'modern' ? 200 : 406);
  });
});
