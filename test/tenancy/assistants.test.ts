import { randomUUID } from 'node:crypto';
import { tools } from '../../api/tools';
import type { AppDeps } from '../../api/appDeps';
import type { McpTool } from '../../api/faces/mcpTool';
import { startApp } from '../support/callers/app';
import type { Json } from '../support/actors';
import { videoBody } from '../support/build/video';
import { callTool } from '../support/callers/mcp';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { buildStage, buildStrangers, snapshot } from './stage';
import type { Kind, Things } from './things';

const kinds: Readonly<Record<string, Kind>> = {
  connectionId: 'connection',
  assignmentId: 'assignment',
  postId: 'assignment',
  connectId: 'connectLink',
  deliveryId: 'webhookDelivery',
  organizationId: 'organization',
  uploadId: 'uploadSession',
};

/** Arguments with which a tool succeeds, beside its ids. */
const others: Readonly<Record<string, Json>> = {
  get_platform_capabilities: { platform: 'youtube' },
  explain_error: { code: 'CONFLICT' },
  connect_channel: { platform: 'youtube' },
  preview_post: videoBody(''),
  validate_assignment: videoBody(''),
  create_assignment: { ...videoBody(''), idempotencyKey: 'same' },
  update_assignment: { payload: { title: 'Changed' } },
  create_upload: { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
  import_from_url: { url: 'https://nobody.invalid/coast.mp4' },
};

/** Ids of things in the state that the tool takes. */
function idFor({ name }: McpTool<AppDeps>, field: string, things: Things): string {
  if (name === 'retry_assignment') return things.failedAssignment;
  if (field === 'postId' || ['unpublish_assignment', 'get_stats_history'].includes(name))
    return things.publishedAssignment;
  if (name === 'list_webhook_deliveries') return things.notifiedAssignment;
  return things.ids[kinds[field]!];
}

function fieldsOf({ inputSchema }: McpTool<AppDeps>): string[] {
  return Object.keys(inputSchema['properties'] ?? {}).filter((field) => field in kinds);
}

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url, stripeUrl: sandbox.stripeUrl }));
const strangers = use(async () => buildStrangers(app));

it('knows every field of a tool that takes an id', () => {
  const unknown = tools.flatMap(({ inputSchema }) =>
    Object.entries((inputSchema['properties'] ?? {}) as Record<string, Json>)
      .filter(([field, { format }]) => format === 'uuid' && !(field in kinds))
      .map(([field]) => field),
  );
  expect(unknown).toEqual([]);
  expect(tools.flatMap(fieldsOf).length).toBeGreaterThan(10);
});

describe('a tool answers to what belongs to others as to what is not there, and changes nothing', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (name, tool) => {
    const isLive = /stats|refresh|playlists|categories/.test(name);
    const { owner, outsider, former } = await buildStage(app, sandbox, strangers, isLive);
    const { accessToken } = owner.assistant;
    const fields = fieldsOf(tool);
    const given = (things: Things, other: Json = {}): Json => ({
      ...others[name],
      ...Object.fromEntries(fields.map((field) => [field, idFor(tool, field, things)])),
      ...other,
    });
    const before = await snapshot(app);
    for (const field of fields) {
      const unknown = await callTool(app, accessToken, name, given(owner.things, { [field]: randomUUID() }));
      for (const { things } of [outsider, former]) {
        const foreign = await callTool(
          app,
          accessToken,
          name,
          given(owner.things, { [field]: idFor(tool, field, things) }),
        );
        expect(foreign).toEqual(unknown);
      }
      expect(unknown.isError || unknown.structured.total === 0).toBe(true);
    }
    expect(await snapshot(app)).toEqual(before);

    const own = await callTool(app, accessToken, name, given(owner.things));
    expect([own.isError, own.text]).toEqual([false, own.text]);
  });
});
