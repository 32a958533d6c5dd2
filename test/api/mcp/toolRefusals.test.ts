import { tools } from '../../../api/tools';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callTool } from '../../support/callers/mcp';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));
const granted = use(async () => buildMcpGrant(caller));

describe('a refusal', () => {
  it('names all that is wrong, who acts and what to do', async () => {
    const { isError, text, json } = await callTool(app, granted.accessToken, 'create_assignment', { type: 'poem' });
    expect([isError, json.error]).toEqual([true, 'VALIDATION_ERROR']);
    expect(Object.keys(json.details).toSorted()).toEqual(['connectionId', 'payload', 'type']);
    expect(text).toMatch(
      /^VALIDATION_ERROR: [^]*\nWho acts: you\.\nWhat to do: Correct [^]*\nconnectionId: is required/,
    );
  });

  it('tells of a balance that does not suffice, as an error that the model sees', async () => {
    const poor = await buildCaller(app, { credits: 3 });
    const { accessToken } = await buildMcpGrant(poor);
    const post = { ...videoBody(poor.connectionId), idempotencyKey: 'poor' };
    const { isError, structured, text, json } = await callTool(app, accessToken, 'create_assignment', post);
    expect([isError, structured]).toEqual([true, undefined]);
    expect(json).toEqual({ error: 'INSUFFICIENT_CREDITS', required: 10, balance: 3 });
    expect(text).toContain('get_billing_status');
  });

  it('is told of an unknown id with the way to those that there are', async () => {
    const given = { assignmentId: '0198c3f2-0000-7000-8000-00000000dead' };
    const { isError, text, json } = await callTool(app, granted.accessToken, 'get_assignment', given);
    expect([isError, json.error, text]).toEqual([true, 'NOT_FOUND', expect.stringContaining('list_assignments')]);
  });

  it.each([
    ['get_platform_capabilities', { platform: 'myspace' }, 'list_platforms'],
    ['redeliver_webhook', { deliveryId: '0198c3f2-0000-7000-8000-00000000dead' }, 'list_webhook_deliveries.'],
  ])('%s is told where the ids are that it takes', async (name, given, next) => {
    const { json, text } = await callTool(app, granted.accessToken, name, given);
    expect([json.error, text]).toEqual(['NOT_FOUND', expect.stringContaining(next)]);
  });

  it('is told of a conflict with the way to the present state', async () => {
    const { assignmentId } = await buildAssignment(caller, { status: 'published', platformPostId: 'other' });
    const { json, text } = await callTool(app, granted.accessToken, 'cancel_assignment', { assignmentId });
    expect([json.error, text]).toEqual(['CONFLICT', expect.stringContaining('get_assignment')]);
  });
});

describe('arguments that a tool does not have', () => {
  it.each(
    tools.filter(({ hints }) => !hints.readOnlyHint).map(({ name, inputSchema }) => [name, inputSchema] as const),
  )('are refused by %s, which changes something', async (name, inputSchema) => {
    const { isError, json } = await callTool(app, granted.accessToken, name, { whatever: 1 });
    expect([isError, json.error]).toEqual([true, 'VALIDATION_ERROR']);
    expect(json.details.whatever).toEqual([expect.stringContaining('is no argument of this tool, which has: ')]);
    expect(inputSchema['additionalProperties']).toBe(false);
  });

  it('make no post public that was to be scheduled: the names that were meant are reported', async () => {
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const post = { ...videoBody(caller.connectionId), idempotencyKey: 'misspelt' };
    const misspelt = { ...post, scheduled_at: scheduledAt, scheduleAt: scheduledAt, media: 'x' };
    const details = {
      scheduled_at: ['is no argument of this tool; use scheduledAt'],
      scheduleAt: ['is no argument of this tool; use scheduledAt'],
      media: ['is no argument of this tool; use mediaUrl or mediaContentType or mediaSizeBytes'],
    };
    app.forget();
    const { isError, json, text } = await callTool(app, granted.accessToken, 'create_assignment', misspelt);
    expect([isError, json.details]).toEqual([true, details]);
    expect(text).toContain('scheduled_at: is no argument of this tool; use scheduledAt');
    expect(app.dispatched).toEqual([]);
    const { structured } = await callTool(app, granted.accessToken, 'validate_assignment', misspelt);
    expect([structured.valid, structured.errors]).toEqual([false, details]);
  });

  it('are ignored by a tool that only reads', async () => {
    expect((await callTool(app, granted.accessToken, 'list_platforms', { whatever: 1 })).isError).toBe(false);
  });
});

describe('a fault of ours', () => {
  it('is logged with the request, and tells the model nothing but its id', async () => {
    await app.database.query('ALTER TABLE connections RENAME TO gone');
    app.forget();
    try {
      const { isError, text, json } = await callTool(app, granted.accessToken, 'list_connections');
      expect([isError, json.error, json.details.requestId]).toEqual([true, 'INTERNAL', expect.any(String)]);
      expect(text).not.toContain('relation');
      expect(text).toContain(json.details.requestId);
      expect(JSON.stringify(app.log)).toContain('tool failed');
    } finally {
      await app.database.query('ALTER TABLE gone RENAME TO connections');
    }
  });
});
