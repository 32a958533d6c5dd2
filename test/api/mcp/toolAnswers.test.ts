import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildDelivery } from '../../support/build/delivery';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import type { Json } from '../../support/actors';
import { callIn, callTool, eras } from '../../support/callers/mcp';
import { pngOf } from '../../support/media/pictures';
import { useSandbox } from '../../support/servers/sandbox';
import { schemasOf } from '../../support/callers/schemaFaults';
import { use } from '../../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const grant = use(async () => sandbox.grant());
const caller = use(async () => buildCaller(app, { credits: 1000, grant }));
const granted = use(async () => buildMcpGrant(caller));

/** The tools as reported to clients, as one document. */
const listed = use(async () => {
  const { message } = await callIn('modern', app, granted.accessToken, { method: 'tools/list' });
  const tools: Json[] = message.result.tools;
  const document = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
  return { names: tools.map(({ name }) => name as string), faultsOf: schemasOf(document) };
});

const build = async (overrides: Parameters<typeof buildAssignment>[1]) =>
  (await buildAssignment(caller, overrides)).assignmentId;
const post = () => videoBody(caller.connectionId);
const failure = () => ({ status: 'failed' as const, errors: [{ code: 'TOKEN_EXPIRED', message: 'Refused.' }] });
let keys = 0;
const file = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 };
const inline = {
  fileName: 'coast.png',
  mediaContentType: 'image/png',
  contentBase64: pngOf(40, 30, [0, 0, 250]).toString('base64'),
};

/** A call of each tool that succeeds, more than one where its answer has more than one form. */
const calls: Readonly<Record<string, readonly (() => object | Promise<object>)[]>> = {
  list_platforms: [() => ({})],
  get_platform_capabilities: [() => ({ platform: 'youtube' }), () => ({ platform: 'facebook' })],
  list_connections: [() => ({}), () => ({ platform: 'facebook' })],
  connect_channel: [
    () => ({ platform: 'youtube' }),
    () => ({ platform: 'youtube', connectionId: caller.connectionId }),
  ],
  get_connect_status: [async () => ({ connectId: await connecting() })],
  get_connection: [() => ({ connectionId: caller.connectionId })],
  create_upload: [() => file, () => inline],
  get_upload: [async () => ({ uploadId: await uploading() })],
  import_from_url: [() => ({ url: 'https://media.example/coast.mp4' })],
  refresh_connection_token: [() => ({ connectionId: caller.connectionId })],
  list_assignments: [() => ({}), async () => (await build(failure())) && { status: 'failed', limit: 1 }],
  get_assignment: [
    async () => ({ assignmentId: await build({}) }),
    async () => ({ assignmentId: await build(failure()) }),
    async () => ({ assignmentId: await build({ status: 'published', platformPostId: 'seen' }) }),
  ],
  validate_assignment: [() => post(), () => ({ type: 'poem' })],
  preview_post: [() => post(), () => ({ type: 'poem' })],
  create_assignment: [
    () => ({ ...post(), idempotencyKey: `key ${(keys += 1)}` }),
    () => ({ ...post(), payload: { title: 'A', titel: 'B' }, idempotencyKey: `key ${(keys += 1)}` }),
  ],
  update_assignment: [
    async () => ({ assignmentId: await build({}), payload: { title: 'Changed' } }),
    async () => ({ assignmentId: await build({ status: 'published', platformPostId: 'same' }), updatePublished: true }),
  ],
  retry_assignment: [async () => ({ assignmentId: await build({ status: 'failed' }) })],
  unpublish_assignment: [
    async () => ({ assignmentId: await build({ status: 'published', platformPostId: 'some' }) }),
    async () => ({ assignmentId: await build({ status: 'published', platformPostId: 'some' }), mode: 'private' }),
  ],
  cancel_assignment: [async () => ({ assignmentId: await build({}) })],
  list_playlists: [() => ({ connectionId: caller.connectionId })],
  list_categories: [() => ({ connectionId: caller.connectionId, regionCode: 'DE' })],
  get_channel_stats: [() => ({ connectionId: caller.connectionId })],
  get_post_stats: [
    async () => {
      const platformPostId = await sandbox.upload(grant.accessToken);
      return { connectionId: caller.connectionId, postId: await build({ status: 'published', platformPostId }) };
    },
  ],
  get_stats_history: [
    async () => ({
      assignmentId: await build({ status: 'published', platformPostId: 'seen' }),
      dateFrom: '2026-01-01',
    }),
  ],
  list_webhook_deliveries: [() => ({}), async () => ({ assignmentId: (await delivery()).assignmentId })],
  redeliver_webhook: [async () => ({ deliveryId: (await delivery()).deliveryId })],
  get_billing_status: [() => ({})],
  explain_error: [() => ({ code: 'MEDIA_INVALID' }), () => ({ code: 'CONFLICT' }), () => ({ code: 'INTERNAL' })],
};

async function uploading(): Promise<string> {
  return (await callTool(app, granted.accessToken, 'create_upload', file)).structured.uploadId;
}

async function connecting(): Promise<string> {
  return (await callTool(app, granted.accessToken, 'connect_channel', { platform: 'youtube' })).structured.connectId;
}

async function delivery() {
  return buildDelivery(caller, 'https://caller.example/hooks', { status: 'failed' });
}

/**
 * The faults of an answer by contract.md §9: texts of 8 KiB at most, ids first, then the next step, which is a call that its tool takes; lists
 * of 10.
 */
function faultsOfRule(name: string, structured: Json, content: Json[]): string[] {
  const texts = content.filter(({ type }) => type === 'text').map(({ text }) => text as string);
  const fields = Object.keys(structured);
  const ids = fields.filter((field) => /^(id|\w+Id)$/.test(field));
  const { next } = structured;
  const [first = ''] = texts[0]!.split('\n');
  const isHead = ids.some((id) => structured[id] !== null) ? ids.some((id) => first.startsWith(`${id}: `)) : true;
  return [
    ...(Buffer.byteLength(texts.join('')) > 8192 ? ['is longer than 8 KiB'] : []),
    ...(fields.indexOf('next') === ids.length ? [] : ['has not its ids first, then the next step']),
    ...(isHead ? [] : ['does not begin with its ids']),
    ...(next === null || texts[0]!.includes(`\nnext: ${next.tool} `) || first.startsWith('next: ')
      ? []
      : ['does not say the next step']),
    ...(next === null || listed.names.includes(next.tool) ? [] : [`names ${next?.tool}, which is no tool`]),
    ...(next === null ? [] : listed.faultsOf([next.tool, 'inputSchema'], next.arguments).map(String)),
    ...(name.startsWith('list_') && 'limit' in structured && structured.limit > 10 ? ['is a long list'] : []),
  ];
}

it('the table has a call of every tool', () => {
  expect(Object.keys(calls).toSorted()).toEqual(listed.names.toSorted());
});

describe.each(eras)('in the %s protocol', (era) => {
  it.each(Object.entries(calls))(
    '%s answers what its output schema says, to arguments that its input schema takes',
    async (name, all) => {
      for (const make of all) {
        const given = await make();
        const params = { name, arguments: given };
        const { message } = await callIn(era, app, granted.accessToken, { method: 'tools/call', params });
        const { isError = false, structuredContent, content } = message.result;
        expect([name, isError, content[0].text]).toEqual([name, false, expect.stringMatching(/./)]);
        const json = content[1]?.type === 'text' ? JSON.parse(content[1].text) : structuredContent;
        expect(json).toEqual(structuredContent);
        expect(listed.faultsOf([name, 'outputSchema'], structuredContent)).toEqual([]);
        expect(faultsOfRule(name, structuredContent, content)).toEqual([]);
        const isTaken = listed.faultsOf([name, 'inputSchema'], given).length === 0;
        expect([name, isTaken]).toEqual([name, structuredContent.valid !== false]);
      }
    },
  );
});
