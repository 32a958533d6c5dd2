import { randomUUID } from 'node:crypto';
import { useApp } from '../../support/callers/app';
import { addMember, buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const grace = useEach(async () => buildUser(app, { name: 'Grace' }));
const path = '/api/v1/auth/organizations';

describe('listOrganizations', () => {
  it('lists the organizations of the user, those of other workspaces too, and no other', async () => {
    await addMember(grace.organizationId, ada.userId, 'admin');
    const { status, body } = await ada.call('GET', path);

    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: ada.organizationId,
        name: "Ada's organization",
        slug: expect.stringMatching(/^ada-[0-9a-f]{8}$/),
        role: 'owner',
        memberCount: 1,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ id: grace.organizationId, role: 'admin', memberCount: 2 }),
    ]);
  });
});

describe('getOrganization', () => {
  it('answers an organization with its owner and the role of who asks', async () => {
    await addMember(grace.organizationId, ada.userId, 'member');
    const { body } = await ada.call('GET', `${path}/${grace.organizationId}`);

    expect(body).toMatchObject({
      id: grace.organizationId,
      role: 'member',
      memberCount: 2,
      owner: { id: grace.userId, name: 'Grace', email: grace.email },
    });
  });

  it('answers for an organization of others as for one that there is not', async () => {
    const foreign = await ada.call('GET', `${path}/${grace.organizationId}`);
    const unknown = await ada.call('GET', `${path}/${randomUUID()}`);

    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await ada.call('GET', `${path}/Ada`)).body.details).toEqual({ id: ['must be a UUID in lower case'] });
  });
});

describe('listMembers', () => {
  it('lists the members with the ids of their memberships', async () => {
    const id = await addMember(ada.organizationId, grace.userId, 'member');
    const { body } = await ada.call('GET', `${path}/${ada.organizationId}/members`);

    expect(body.items).toHaveLength(2);
    expect(body.items[0]).toMatchObject({ role: 'owner', user: { id: ada.userId } });
    expect(body.items[1]).toEqual({
      id,
      user: { id: grace.userId, name: 'Grace', email: grace.email },
      role: 'member',
      joinedAt: expect.stringMatching(/Z$/),
    });
  });
});

describe('createOrganization', () => {
  it('makes a second organization in the same workspace, which its creator owns', async () => {
    const { status, body } = await ada.call('POST', path, { body: { name: 'Field Notes' } });

    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Field Notes', role: 'owner', memberCount: 1, owner: { id: ada.userId } });
    const [row] = await app.database.query('SELECT workspace_id, is_root FROM organizations WHERE id = $1', [body.id]);
    expect(row).toEqual({ workspace_id: ada.workspaceId, is_root: false });
    const { body: listed } = await ada.call('GET', path);
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([ada.organizationId, body.id]);
  });

  it('gives two organizations of one name two slugs', async () => {
    const [one, two] = [1, 2].map(async () => ada.call('POST', path, { body: { name: 'Field Notes' } }));

    expect((await one!).body.slug).not.toBe((await two!).body.slug);
  });

  it('acts in the workspace that the header names', async () => {
    await addMember(grace.organizationId, ada.userId, 'admin');
    const headers = { 'x-organization-id': grace.organizationId };
    const { body } = await ada.call('POST', path, { headers, body: { name: 'Second' } });

    const [row] = await app.database.query('SELECT workspace_id FROM organizations WHERE id = $1', [body.id]);
    expect(row).toEqual({ workspace_id: grace.workspaceId });
  });
});

describe('getRoles', () => {
  const rolesOf = async ({ call }: BuiltUser, organizationId?: string) =>
    call('GET', '/api/v1/console/roles', {
      ...(organizationId !== undefined && { headers: { 'X-Organization-Id': organizationId } }),
    });

  it('answers the role in the organization of the request, and the role in the root of its workspace', async () => {
    const { id: berlin } = (await ada.call('POST', path, { body: { name: 'Berlin' } })).body;
    await addMember(berlin, grace.userId, 'admin');
    expect(await rolesOf(grace, berlin)).toMatchObject({
      status: 200,
      body: { organizationId: berlin, role: 'admin', rootRole: null },
    });

    await addMember(ada.organizationId, grace.userId, 'member');
    expect((await rolesOf(grace, berlin)).body).toEqual({ organizationId: berlin, role: 'admin', rootRole: 'member' });
    expect((await rolesOf(grace, ada.organizationId)).body).toEqual({
      organizationId: ada.organizationId,
      role: 'member',
      rootRole: 'member',
    });
  });

  it('without a header, answers for the organization in which requests act then', async () => {
    await addMember(grace.organizationId, ada.userId, 'admin');
    const own = { organizationId: ada.organizationId, role: 'owner', rootRole: 'owner' };
    expect((await rolesOf(ada)).body).toEqual(own);
  });
});

describe('removeMember', () => {
  it('refuses a member who was removed at the next request', async () => {
    const id = await addMember(ada.organizationId, grace.userId, 'admin');
    const members = async () => (await grace.call('GET', `${path}/${ada.organizationId}/members`)).status;
    expect(await members()).toBe(200);

    expect((await ada.call('DELETE', `${path}/${ada.organizationId}/members/${id}`)).status).toBe(204);
    expect(await members()).toBe(404);
  });

  it('finds no member by the id of the user, nor one of another organization', async () => {
    await addMember(ada.organizationId, grace.userId, 'member');
    const elsewhere = await buildUser(app);
    const foreign = await addMember(grace.organizationId, elsewhere.userId, 'member');
    for (const id of [grace.userId, foreign])
      expect((await ada.call('DELETE', `${path}/${ada.organizationId}/members/${id}`)).status).toBe(404);
  });
});
