import { assignmentStatuses } from '../../../../domain/assignment';
import type { Actor, Json } from '../../../support/actors';
import { workspaceClient } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { videoBody } from '../../../support/build/video';
import { buildWorkspace } from '../../../support/build/workspace';
import { walk } from '../../../support/runs/assignments';
import { callTool } from '../../../support/callers/mcp';
import { buildUser } from '../../../support/callers/people';

/** contract.md §2: a repeat answers the assignment as it is. */

/** One caller of a face, with a channel of its own. */
interface Creator {
  connectionId: string;
  /** Creates with this key; `marks` are its headers, or the words of the tool. */
  create: (key: string, scheduledAt?: string) => Promise<{ made: Json; marks: Json }>;
  patch: (id: string, changes: Json) => Promise<void>;
}

const app = useApp();
const fields = ['id', 'status', 'connectionId', 'platform', 'type', 'scheduledAt', 'createdAt'];
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

const overHttp = (call: Actor, path: string, connectionId: string): Creator => ({
  connectionId,
  create: async (idempotencyKey, scheduledAt) => {
    const body = videoBody(connectionId, { idempotencyKey, scheduledAt });
    const { status, body: made, headers } = await call('POST', path, { body });
    expect(status).toBe(201);
    return { made, marks: [headers.get('idempotent-replayed'), headers.get('x-credits-used')] };
  },
  patch: async (id, body) => {
    expect((await call('PATCH', `${path}/${id}`, { body })).status).toBe(200);
  },
});

/** @property noTime the time of a post whose time is edited to null: a tool takes null for an argument that is left out */
const faces: Record<string, { open: () => Promise<Creator>; repeated: Json; noTime: string | null }> = {
  REST: {
    open: async () => {
      const workspace = await buildWorkspace();
      const { connectionId } = await buildConnection(workspace);
      return overHttp(workspaceClient(app, workspace), '/api/v1/assignments', connectionId);
    },
    repeated: ['true', '0'],
    noTime: null,
  },
  console: {
    open: async () => {
      const user = await buildUser(app);
      const { connectionId } = await buildConnection(user);
      return overHttp(user.call, '/api/v1/console/assignments', connectionId);
    },
    repeated: ['true', '0'],
    noTime: null,
  },
  MCP: {
    open: async () => {
      const workspace = await buildWorkspace();
      const { connectionId } = await buildConnection(workspace);
      const { accessToken } = await buildMcpGrant(workspace);
      return {
        connectionId,
        create: async (idempotencyKey, scheduledAt) => {
          const given = videoBody(connectionId, { idempotencyKey, ...(scheduledAt && { scheduledAt }) });
          const { structured, text } = await callTool(app, accessToken, 'create_assignment', given);
          const made = Object.fromEntries(fields.map((field) => [field, structured[field]]));
          const isNamed = text.includes(`and is ${made['status']} now`);
          return { made, marks: [structured.replayed, structured.credits.used, isNamed] };
        },
        patch: async (assignmentId, changes) => {
          const { isError } = await callTool(app, accessToken, 'update_assignment', { assignmentId, ...changes });
          expect(isError).toBe(false);
        },
      };
    },
    repeated: ['of the same request', 0, true],
    noTime: tomorrow,
  },
};

describe.each(Object.entries(faces))('%s: a key that is repeated answers the seven fields of create', (_face, row) => {
  it.each(assignmentStatuses)('as they are in status %s', async (status) => {
    const creator = await row.open();
    const { made: first } = await creator.create('one');
    expect(first).toMatchObject({ status: 'pending' });
    await walk({ assignmentId: first.id }, status);

    const repeat = await creator.create('one');
    expect(repeat).toEqual({ made: { ...first, status }, marks: row.repeated });
    expect(Object.keys(repeat.made)).toEqual(fields);
  });

  it.each([
    ['another time', nextWeek],
    ['no time', null],
  ])('as they are after a PATCH to %s', async (_what, scheduledAt) => {
    const creator = await row.open();
    const { made: first } = await creator.create('one', tomorrow);
    await creator.patch(first.id, { scheduledAt });

    const repeat = await creator.create('one', tomorrow);
    expect(repeat).toEqual({ made: { ...first, scheduledAt: scheduledAt ?? row.noTime }, marks: row.repeated });
  });
});

it('an assignment that has failed at once is pending in its own answer, and failed in the answer to its repeat', async () => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace, { tokenStatus: 'expired' });
  const creator = overHttp(workspaceClient(app, workspace), '/api/v1/assignments', connectionId);
  const { made: first } = await creator.create('one');

  expect(first.status).toBe('pending');
  expect((await creator.create('one')).made).toEqual({ ...first, status: 'failed' });
});
