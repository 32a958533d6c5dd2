import * as fc from 'fast-check';
import { tools } from '../../api/tools';
import { startApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildDelivery } from '../support/build/delivery';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { videoBody } from '../support/build/video';
import { buildCaller } from '../support/callers/caller';
import type { Json } from '../support/actors';
import { byCounts, seed } from '../support/counts';
import { callIn, eras } from '../support/callers/mcp';
import type { Era } from '../support/callers/mcp';
import { useSandbox } from '../support/servers/sandbox';
import { schemasOf } from '../support/callers/schemaFaults';
import { use } from '../support/use';
import { changed, changesOf } from './changes';
import type { Change } from './changes';
import type { Field } from './operations';

const callsOfEach = byCounts({ few: 5, sample: 15, full: 300 });

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const caller = use(async () => buildCaller(app, { credits: 10_000, grant: await sandbox.grant() }));
const granted = use(async () => buildMcpGrant(caller));
const things = use(async () => {
  const { deliveryId, assignmentId } = await buildDelivery(caller, 'https://caller.example/hooks', {
    status: 'failed',
  });
  const { assignmentId: failedId } = await buildAssignment(caller, { status: 'failed' });
  const { connectionId } = caller;
  const file = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 };
  const { body: upload } = await caller.call('POST', '/api/v1/assignment-upload-sessions', { body: file });
  const link = await callIn('modern', app, granted.accessToken, {
    method: 'tools/call',
    params: { name: 'connect_channel', arguments: { platform: 'youtube' } },
  });
  const { connectId } = link.message.result.structuredContent;
  return { connectionId, assignmentId, failedId, deliveryId, uploadId: upload.id, connectId };
});

/** Arguments that each tool could be given. */
function argumentsOf(name: string): Json {
  const { connectionId, assignmentId, failedId, deliveryId, uploadId, connectId } = things;
  const post = videoBody(connectionId);
  const known: Readonly<Record<string, Json>> = {
    get_platform_capabilities: { platform: 'youtube' },
    validate_assignment: post,
    preview_post: post,
    connect_channel: { platform: 'youtube' },
    get_connect_status: { connectId },
    create_assignment: { ...post, idempotencyKey: 'fuzz' },
    update_assignment: { assignmentId, payload: { title: 'Changed' } },
    retry_assignment: { assignmentId: failedId },
    get_post_stats: { connectionId, postId: assignmentId },
    get_stats_history: { assignmentId },
    explain_error: { code: 'CONFLICT' },
    create_upload: { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
    import_from_url: { url: 'http://127.0.0.1:9/coast.mp4' },
  };
  const { inputSchema } = tools.find((tool) => tool.name === name)!;
  const required = Object.entries({ connectionId, assignmentId, deliveryId, uploadId }).filter(([field]) =>
    (inputSchema['required'] as string[]).includes(field),
  );
  return known[name] ?? Object.fromEntries(required);
}

function fieldsOf({ properties = {} }: Json): Field[] {
  return Object.entries<Json>(properties).map(([name, schema]) => ({ part: 'body', keys: [name], schema }));
}

const schemas = schemasOf(Object.fromEntries(tools.map((tool) => [tool.name, { ...tool }])));

/** The faults of an answer: a fault of the service, no result, or a result that the tool's schema does not describe. */
async function faultsOf(era: Era, name: string, given: unknown): Promise<string[]> {
  const params = { name, arguments: given };
  const { status, message } = await callIn(era, app, granted.accessToken, { method: 'tools/call', params });
  if (status !== 200 || message.result === undefined) return [`${status} ${JSON.stringify(message)}`];
  const { isError = false, structuredContent, content } = message.result;
  if (isError) return content[0].text.startsWith('INTERNAL') ? [content[0].text] : [];
  return schemas([name, 'outputSchema'], structuredContent);
}

describe.each(eras)('calls of tools in the %s protocol', (era) => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has no fault, whatever it is given',
    async (name, tool) => {
      const own = argumentsOf(name);
      const draws = changesOf(fieldsOf(tool.inputSchema), Object.values(things), true);
      const property = fc.asyncProperty(draws, async (changes: Change[]) => {
        const { body } = changed({ params: {}, query: {}, headers: {}, body: own }, changes);
        expect({ given: body, faults: await faultsOf(era, name, body) }).toEqual({ given: body, faults: [] });
      });
      expect(await faultsOf(era, name, own)).toEqual([]);
      await fc.assert(property, { seed, numRuns: callsOfEach });
    },
  );
});
