import express from 'express';
import { z } from 'zod';
import { createAssignment } from '../../../api/assignments/create/createAssignment';
import { getAssignment } from '../../../api/assignments/getAssignment';
import { listAssignments } from '../../../api/assignments/listAssignments';
import { presentAssignment, presentCreated, presentListItem } from '../../../api/assignments/present';
import { AssignmentCreated, AssignmentCreatedHeaders } from '../../../api/assignments/create/createSchema';
import { Assignment, AssignmentList } from '../../../api/assignments/schema';
import type { Authenticators } from '../../../api/server/authenticate';
import { mcpPowers } from '../../../domain/mcp';
import type { McpPrincipal, MemberPrincipal } from '../../../api/auth/Principal';
import { route } from '../../../api/faces/route';
import { answerErrors } from '../../../api/http/answerErrors';
import { mount } from '../../../api/server/mount';
import { presentPage } from '../../../api/http/paging';
import { keyNeeded, noSuchOrganization } from '../../../api/http/refusals';
import { identifyRequest } from '../../../api/http/requestId';
import { reads } from '../../../api/faces/hints';
import { mcpTool } from '../../../api/faces/mcpTool';
import type { ToolAnswer } from '../../../api/faces/mcpTool';
import { Organization } from '../../../models/organizations/Organization';
import { OrganizationTenant, Tenant } from '../../../models/database/Tenant';
import { workspaceClient } from '../../support/actors';
import type { Json } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import { buildUser } from '../../support/callers/people';
import { startServer } from '../../support/servers/server';
import { use } from '../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());
const connection = use(async () => buildConnection(workspace));
/** Another organization of the same workspace, with a channel of its own. */
const second = use(async () => {
  const { workspaceId } = workspace;
  const { id: organizationId } = await Organization.create({
    id: '0198c3f2-0000-7000-8000-000000000002',
    workspaceId,
    name: 'Second',
    slug: 'second',
  });
  return { organizationId, ...(await buildConnection({ ...workspace, organizationId })) };
});

const params = { id: 'assignmentId' } as const;
const consoleRoutes = [
  route('console', createAssignment, {
    method: 'post',
    path: '/api/v1/console/assignments',
    headers: { 'Idempotency-Key': 'idempotencyKey' },
    success: { status: 201, schema: AssignmentCreated, headers: AssignmentCreatedHeaders },
    present: presentCreated,
  }),
  route('console', listAssignments, {
    method: 'get',
    path: '/api/v1/console/assignments',
    success: { status: 200, schema: AssignmentList },
    present: (found) => presentPage(found, presentListItem),
  }),
  route('console', getAssignment, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}',
    params,
    success: { status: 200, schema: Assignment },
    present: presentAssignment,
  }),
];
const worded = {
  title: 'A tool',
  description: 'A tool of these tests',
  hints: reads,
  say: () => 'done',
  next: () => null,
};
const tools = {
  create: mcpTool(createAssignment, {
    ...worded,
    name: 'create_assignment',
    schema: AssignmentCreated,
    present: (outcome) => presentCreated(outcome).body,
  }),
  list: mcpTool(listAssignments, {
    ...worded,
    name: 'list_assignments',
    schema: AssignmentList,
    present: (found) => presentPage(found, presentListItem),
  }),
  get: mcpTool(getAssignment, { ...worded, name: 'get_assignment', schema: Assignment, present: presentAssignment }),
};

const ada = use(async () => buildUser(app));

/** A user who is a member of both organizations; the name of the user stands in for a token. */
const member: Authenticators['member'] = async (request) => {
  const { workspaceId, organizationId: root } = workspace;
  const isWell = request.get('authorization') === 'Bearer ada';
  if (!isWell) throw keyNeeded.error();
  return {
    quotaKey: 'ada',
    workspaceId,
    principal: async (organizationId = root): Promise<MemberPrincipal> => {
      if (organizationId !== root && organizationId !== second.organizationId) throw noSuchOrganization.error();
      const tenant = new OrganizationTenant(workspaceId, organizationId);
      const rights = { role: 'member', rootRole: null, isPlatformAdmin: false } as const;
      return { kind: 'member', tenant, userId: ada.userId, ...rights, sessionEndsAt: new Date('2100-01-01') };
    },
  };
};

const face = use(async () => {
  const server = express();
  server.use(identifyRequest);
  mount(server, consoleRoutes, app.deps, { member });
  server.use(answerErrors(app.deps.logger));
  return startServer(server);
});

async function ask(method: string, path: string, { headers = {}, body }: { headers?: object; body?: unknown } = {}) {
  const answer = await fetch(`${face.url}/api/v1/console/${path}`, {
    method,
    headers: { authorization: 'Bearer ada', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
}

const assistant = (scopes: McpPrincipal['scopes'] = ['mcp.read', 'mcp.write']) => ({
  deps: app.deps,
  requestId: 'test',
  principal: {
    kind: 'mcp',
    tenant: new Tenant(workspace.workspaceId, null),
    grantId: 'grant',
    scopes,
    powers: mcpPowers,
    isLimited: false,
    person: null,
  } as const,
});

/** The structured content without the next step. */
function bodyOf({ structuredContent: { next: _next, ...body } }: ToolAnswer): object {
  return body;
}

describe('one use case', () => {
  it('makes for each face what the others list and get', async () => {
    const byKey = await workspaceClient(app, workspace)('POST', '/api/v1/assignments', {
      body: videoBody(connection.connectionId),
    });
    const byUser = await ask('POST', 'assignments', { body: videoBody(connection.connectionId) });
    const byAssistant = AssignmentCreated.parse(
      bodyOf(await tools.create.answer(assistant(), videoBody(connection.connectionId))),
    );
    expect([byKey.status, byUser.status]).toEqual([201, 201]);
    const ids = [byAssistant.id, byUser.body.id, byKey.body.id];

    const listedByKey = await workspaceClient(app, workspace)('GET', '/api/v1/assignments');
    const listedByUser = await ask('GET', 'assignments');
    const listedByAssistant = AssignmentList.parse(bodyOf(await tools.list.answer(assistant(), {})));
    for (const { items } of [listedByKey.body, listedByUser.body, listedByAssistant])
      expect(items.map(({ id }: { id: string }) => id)).toEqual(ids);

    const [id] = ids;
    const got = await workspaceClient(app, workspace)('GET', `/api/v1/assignments/${id}`);
    expect((await ask('GET', `assignments/${id}`)).body).toEqual(got.body);
    expect(bodyOf(await tools.get.answer(assistant(), { assignmentId: id }))).toEqual(got.body);
  });

  it('names a wrong field as its face does', async () => {
    const wrong = { assignmentId: 'nothing' };

    const byUser = await ask('GET', 'assignments/nothing');
    expect(byUser.body).toMatchObject({ details: { id: ['must be a UUID in lower case'] } });
    await expect(tools.get.answer(assistant(), wrong)).rejects.toMatchObject({
      details: { assignmentId: ['must be a UUID in lower case'] },
    });
  });

  it('decodes the strings of a query, and coerces nothing that a tool is given', async () => {
    expect((await ask('GET', 'assignments?limit=1')).body.limit).toBe(1);
    await expect(tools.list.answer(assistant(), { limit: '1' })).rejects.toMatchObject({
      details: { limit: ['must be a number'] },
    });
  });
});

describe('the organization of a request', () => {
  it('limits a user to its assignments and connections', async () => {
    const { organizationId, connectionId } = second;
    const headers = { 'X-Organization-Id': organizationId };
    const made = await ask('POST', 'assignments', { headers, body: videoBody(connectionId) });
    const foreign = await ask('POST', 'assignments', { headers, body: videoBody(connection.connectionId) });

    expect([made.status, foreign.status]).toEqual([201, 404]);
    const listed = await ask('GET', 'assignments', { headers });
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    expect((await ask('GET', `assignments/${made.body.id}`)).status).toBe(404);
    expect((await ask('GET', `assignments/${made.body.id}`, { headers })).status).toBe(200);
  });

  it('has idempotency keys of its own', async () => {
    const make = async (organizationId: string, connectionId: string) =>
      ask('POST', 'assignments', {
        headers: { 'X-Organization-Id': organizationId, 'Idempotency-Key': 'same' },
        body: videoBody(connectionId),
      });
    const first = await make(workspace.organizationId, connection.connectionId);
    const other = await make(second.organizationId, second.connectionId);
    const again = await make(second.organizationId, second.connectionId);

    expect(other.body.id).not.toBe(first.body.id);
    expect(other.headers.get('idempotent-replayed')).toBeNull();
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([other.body.id, 'true']);
  });

  it('is judged by its form, then by membership', async () => {
    const malformed = await ask('GET', 'assignments', { headers: { 'X-Organization-Id': 'nothing' } });
    const unknown = await ask('GET', 'assignments', {
      headers: { 'X-Organization-Id': '0198c3f2-0000-7000-8000-00000000dead' },
    });

    expect([malformed.status, unknown.status]).toEqual([400, 404]);
    expect(malformed.body.details).toEqual({ 'X-Organization-Id': ['must be a UUID in lower case'] });
  });
});

describe('a tool', () => {
  it('says which scope it needs before its input is looked at', () => {
    expect([tools.create.scope, tools.list.scope]).toEqual(['mcp.write', 'mcp.read']);
  });

  it('is refused to a client without that scope', async () => {
    await expect(
      tools.create.answer(assistant(['mcp.read']), videoBody(connection.connectionId)),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('describes its arguments as JSON Schema', () => {
    expect(tools.list.inputSchema).toMatchObject({
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
    });
    expect(z.object({ required: z.array(z.string()) }).parse(tools.create.inputSchema).required).toEqual(
      expect.arrayContaining(['connectionId', 'type', 'payload']),
    );
  });
});

describe('mount', () => {
  const [create, list, get] = consoleRoutes;

  it('refuses a route that another one hides', () => {
    const literal = { ...list!, operationId: 'export', path: '/api/v1/console/assignments/export' };
    expect(() => mount(express(), [get!, literal], app.deps, { member })).toThrow('consoleGetAssignment hides export');
    expect(() => mount(express(), [literal, get!], app.deps, { member })).not.toThrow();
  });

  it('refuses two routes with one method and one path', () => {
    expect(() => mount(express(), [list!, create!, list!], app.deps, { member })).toThrow(
      'hides consoleListAssignments',
    );
  });

  it('refuses a route whose credential nobody reads', () => {
    expect(() => mount(express(), [list!], app.deps, {})).toThrow('needs a credential that is not read: member');
  });
});
