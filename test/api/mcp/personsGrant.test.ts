import { removeConnection } from '../../../api/connections/removeConnection';
import { runAs } from '../../../api/faces/serve';
import { refusalResult } from '../../../api/mcp/refusalResult';
import { tools } from '../../../api/tools';
import { mcpPowers } from '../../../domain/mcp';
import { mcpAccess } from '../../../models/mcp/mcpAccess';
import { OrganizationTenant } from '../../../models/database/Tenant';
import { stranger } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { registerAssistant } from '../../support/callers/assistant';
import type { Assistant } from '../../support/callers/assistant';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { callIn, callTool, sendMessage } from '../../support/callers/mcp';
import { addMember, buildUser } from '../../support/callers/people';
import { use, useEach } from '../../support/use';

const app = useApp();
const assistant: Assistant = use(async () => registerAssistant(app));
/** Ada is a member of the second organization of Olga's workspace, with a grant there. */
const scene = useEach(async () => {
  const [olga, ada] = [await buildUser(app, { name: 'Olga' }), await buildUser(app, { name: 'Ada' })];
  const { body: second } = await olga.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } });
  const place = { workspaceId: olga.workspaceId, organizationId: second.id as string };
  const membershipId = await addMember(place.organizationId, ada.userId, 'member');
  const person = { userId: ada.userId, organizationId: place.organizationId };
  return {
    olga,
    ada,
    place,
    person,
    membershipId,
    granted: await buildMcpGrant(olga, { person }),
    root: await buildConnection(olga),
    own: await buildConnection(place),
  };
});
const statusOf = async (token: string) => (await sendMessage(app, token, { method: 'tools/list' })).status;
const leave = async () => scene.ada.call('POST', `/api/v1/auth/organizations/${scene.place.organizationId}/leave`);
const create = async (token: string, idempotencyKey: string, connectionId = scene.own.connectionId) =>
  callTool(app, token, 'create_assignment', { ...videoBody(connectionId), idempotencyKey });

/** The pages to which the assistant of an admin leads people: of an upload, and of a channel to connect. */
async function addressesFrom(token: string): Promise<string[]> {
  await app.database.query(`UPDATE memberships SET role = 'admin' WHERE id = $1`, [scene.membershipId]);
  const file = { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 3000 };
  const { structured: upload } = await callTool(app, token, 'create_upload', file);
  const { structured: link } = await callTool(app, token, 'connect_channel', { platform: 'youtube' });
  return [upload['pageUrl'], link['connectUrl']];
}
const visit = async (addresses: string[]): Promise<number[]> =>
  Promise.all(addresses.map(async (url) => (await stranger(app)('GET', new URL(url).pathname)).status));

describe('the grant of a person', () => {
  it('acts in the organization that they have picked, and sees nothing of others', async () => {
    const { accessToken } = scene.granted;
    const { structured } = await callTool(app, accessToken, 'list_connections');
    expect(structured.items.map(({ id }: { id: string }) => id)).toEqual([scene.own.connectionId]);
    const foreign = await buildAssignment({ ...scene.olga, ...scene.root });
    const { json } = await callTool(app, accessToken, 'get_assignment', { assignmentId: foreign.assignmentId });
    expect(json.error).toBe('NOT_FOUND');
    expect((await create(accessToken, 'foreign', scene.root.connectionId)).json.error).toBe('NOT_FOUND');
  });

  it('makes posts in the name of the person, whose limit counts them', async () => {
    const limit = { body: { monthlyLimit: 15 } };
    await scene.olga.call('PATCH', `/api/v1/console/billing/member-limits/${scene.ada.userId}`, limit);
    const { accessToken } = scene.granted;
    const { structured } = await create(accessToken, 'one');
    const [row] = await app.database.query('SELECT created_by, organization_id FROM assignments WHERE id = $1', [
      structured.id,
    ]);
    expect(row).toEqual({ created_by: scene.ada.userId, organization_id: scene.place.organizationId });
    const short = { error: 'INSUFFICIENT_CREDITS', required: 10, balance: 5 };
    expect((await create(accessToken, 'two')).json).toEqual(short);
  });

  it.each([
    ['leaves', async () => leave()],
    [
      'is removed',
      async () =>
        scene.olga.call(
          'DELETE',
          `/api/v1/auth/organizations/${scene.place.organizationId}/members/${scene.membershipId}`,
        ),
    ],
  ])('ends when the person %s, and does not begin again when they join again', async (_what, end) => {
    const { ada, place, olga } = scene;
    const { body: tokens } = await assistant.exchange(await assistant.codeOf({ ...ada, ...place }));
    const late = await assistant.codeOf({ ...ada, ...place });
    expect(await statusOf(tokens.access_token)).toBe(200);
    const addresses = await addressesFrom(scene.granted.accessToken);
    expect(await visit(addresses)).toEqual([200, 200]);
    expect((await end()).status).toBeLessThan(300);

    const expectOver = async () => {
      expect([await statusOf(tokens.access_token), await statusOf(scene.granted.accessToken)]).toEqual([401, 401]);
      const refreshed = await assistant.refresh(tokens.refresh_token);
      expect([refreshed.status, refreshed.body.error]).toEqual([401, 'invalid_token']);
      const { body } = await olga.call('GET', '/api/v1/console/mcp-grants');
      expect(body.items).toEqual([]);
      expect(await visit(addresses)).toEqual([410, 400]);
    };
    await expectOver();
    expect((await assistant.exchange(late)).body.error).toBe('invalid_grant');
    await addMember(place.organizationId, ada.userId, 'admin');
    await expectOver();
  });

  it('goes on with another API key, and key grants only where that was asked for', async () => {
    const { olga, granted } = scene;
    const byKey = await buildMcpGrant(olga);
    const regenerate = async (body?: object) =>
      olga.call('POST', '/api/v1/console/credentials/api-key/regenerate', body === undefined ? {} : { body });
    expect((await regenerate({ keepGrants: true })).status).toBe(200);
    expect([await statusOf(byKey.accessToken), await statusOf(granted.accessToken)]).toEqual([200, 200]);
    expect((await regenerate()).status).toBe(200);
    expect([await statusOf(byKey.accessToken), await statusOf(granted.accessToken)]).toEqual([401, 200]);
  });

  it('ends with the password only where that was asked for, wherever it is', async () => {
    const { ada, granted, olga } = scene;
    const atHome = await buildMcpGrant(ada, { person: ada });
    const ofOthers = await buildMcpGrant(olga, { person: olga });
    const change = async (from: string, to: string, more = {}) =>
      ada.call('POST', '/api/v1/auth/change-password', { body: { currentPassword: from, newPassword: to, ...more } });
    const statuses = async () =>
      Promise.all([granted, atHome, ofOthers].map(async ({ accessToken }) => statusOf(accessToken)));
    await change(ada.password, 'second horse');
    await change('wrong horse', 'third horse', { endGrants: true });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await change('second horse', 'third horse', { endGrants: true })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it('has the roles that the person holds at that moment', async () => {
    const { ada, olga, place, granted, membershipId } = scene;
    const held = async () => (await mcpAccess(granted.accessToken, 'https://api.example/_mcp'))?.person;
    expect(await held()).toEqual({ ...scene.person, role: 'member', rootRole: null });
    const path = `/api/v1/auth/organizations/${place.organizationId}/members/${membershipId}/role`;
    expect((await olga.call('PATCH', path, { body: { role: 'admin' } })).status).toBe(200);
    await addMember(olga.organizationId, ada.userId, 'member');
    expect(await held()).toEqual({ ...scene.person, role: 'admin', rootRole: 'member' });
  });

  it('does what the role of the person allows at that moment: anything else is a result with FORBIDDEN', async () => {
    const { workspaceId, organizationId } = scene.place;
    const tenant = new OrganizationTenant(workspaceId, organizationId);
    const { grantId } = scene.granted;
    const call = (role: 'member' | 'admin') => ({
      deps: app.deps,
      requestId: 'test',
      principal: {
        kind: 'mcp' as const,
        tenant,
        grantId,
        scopes: ['mcp.write'] as const,
        powers: [],
        isLimited: false,
        person: { userId: scene.ada.userId, role, rootRole: null },
      },
    });
    const input = { connectionId: scene.own.connectionId };
    const failure = await runAs(removeConnection, { input }, call('member') as never).catch((error: unknown) => error);
    const result = refusalResult(failure, call('member'), { nextSteps: {} }, {});
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^FORBIDDEN: /) }, {}] });
    await runAs(removeConnection, { input }, call('admin') as never);
  });
});

describe('the limit of a grant', () => {
  it.each([
    ['a key grant', () => ({})],
    ['the grant of a person', () => ({ person: scene.person })],
  ])('is judged as that of a member, and given back: %s', async (_what, whose) => {
    const limited = await buildMcpGrant(scene.olga, { ...whose(), creditLimit: 15 });
    const other = await buildMcpGrant(scene.olga, { ...whose(), creditLimit: 15 });
    const short = { error: 'INSUFFICIENT_CREDITS', required: 10, balance: 5 };
    const { structured } = await create(limited.accessToken, `${limited.grantId} 1`);
    expect((await create(limited.accessToken, `${limited.grantId} 2`)).json).toEqual(short);
    expect((await create(other.accessToken, `${other.grantId} 1`)).isError).toBe(false);
    const checked = await callTool(app, limited.accessToken, 'validate_assignment', videoBody(scene.own.connectionId));
    expect(checked.structured.credits).toMatchObject({ required: 10, balance: 5 });

    await callTool(app, limited.accessToken, 'cancel_assignment', { assignmentId: structured.id });
    expect((await create(limited.accessToken, `${limited.grantId} 3`)).isError).toBe(false);
    await app.database.query(`UPDATE mcp_grants SET cycle_started_at = cycle_started_at - interval '1 month'`);
    expect((await create(limited.accessToken, `${limited.grantId} 4`)).isError).toBe(false);
    expect((await create(limited.accessToken, `${limited.grantId} 5`)).json).toEqual(short);
  });

  it('is never exceeded, however many calls there are at once', async () => {
    const { accessToken, grantId } = await buildMcpGrant(scene.olga, { creditLimit: 45 });
    const made = await Promise.all(Array.from({ length: 12 }, async (_, n) => create(accessToken, `${grantId} ${n}`)));
    expect(made.filter(({ isError }) => !isError)).toHaveLength(4);
    const [row] = await app.database.query('SELECT credits_used FROM mcp_grants WHERE id = $1', [grantId]);
    expect(row).toEqual({ credits_used: 40 });
  });
});

describe('a grant remembers what its page has named', () => {
  it.each(['modern', 'legacy'] as const)('a later act needs a new consent: %s', async (era) => {
    const { accessToken } = await buildMcpGrant(scene.olga, { powers: ['publish', 'change', 'cancel'] });
    const { assignmentId } = await buildAssignment({ ...scene.olga, ...scene.root }, { status: 'published' });
    const message = { method: 'tools/call', params: { name: 'unpublish_assignment', arguments: { assignmentId } } };
    const { status, headers } = await callIn(era, app, accessToken, message);
    expect(status).toBe(403);
    const challenge = headers.get('www-authenticate')!;
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('needs a new consent');
    expect(/ scope="([^"]*)"/.exec(challenge)?.[1]).toBe(era === 'modern' ? 'mcp.write' : 'mcp.write mcp.read');
    const own = { connectionId: scene.root.connectionId };
    expect((await create(accessToken, era, own.connectionId)).isError).toBe(false);
  });

  it('every tool that makes something public or ends it has its act on the page', () => {
    const acting = tools.filter(({ hints, scope }) => hints.destructiveHint && scope === 'mcp.write');
    expect(acting.filter(({ power }) => power === null)).toEqual([]);
    expect(new Set(tools.flatMap(({ power }) => power ?? []))).toEqual(new Set(mcpPowers));
  });
});
