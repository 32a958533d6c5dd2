import { useApp } from '../../../support/callers/app';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { callTool } from '../../../support/callers/mcp';
import { addMember, buildUser } from '../../../support/callers/people';
import type { BuiltUser } from '../../../support/callers/people';

const app = useApp();
const path = '/api/v1/console/mcp-grants';

/** Ada is a member of the root, and an admin of the second organization, where an assistant acts as her. */
async function buildGrants() {
  const [owner, ada] = [await buildUser(app), await buildUser(app)];
  const { body } = await owner.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } });
  const second: string = body.id;
  await addMember(owner.organizationId, ada.userId, 'member');
  await addMember(second, ada.userId, 'admin');
  const ofAda = await buildMcpGrant(owner, { person: { userId: ada.userId, organizationId: second } });
  // Of another workspace: it is not shown here.
  await buildMcpGrant(ada, { person: ada });
  return {
    owner,
    ada,
    second,
    ofAda,
    ofOwner: await buildMcpGrant(owner, { person: owner }),
    byKey: await buildMcpGrant(owner),
  };
}

describe('listMcpGrants', () => {
  it('answers who may do what since when, how often it has called a tool, and when last', async () => {
    const user = await buildUser(app);
    const { grantId, accessToken } = await buildMcpGrant(user, { scopes: ['mcp.read'], clientName: 'Claude' });
    const byKey = { kind: 'key', user: null, organization: null, creditLimit: null };
    const own = { id: grantId, ...byKey, clientName: 'Claude', scope: 'mcp.read', createdAt: expect.any(String) };
    const unused = { ...own, expiresAt: expect.any(String), calls: 0, lastUsedAt: null };
    // The console may be at another address, and the base URL may have a path.
    const resource = 'https://api.example/_mcp';
    expect((await user.call('GET', path)).body).toEqual({ resource, items: [unused] });

    await callTool(app, accessToken, 'list_platforms');
    await callTool(app, accessToken, 'list_connections');
    expect((await user.call('GET', path)).body.items).toEqual([
      { ...unused, calls: 2, lastUsedAt: expect.any(String) },
    ]);
  });

  it.each([
    ['has expired', `UPDATE mcp_grants SET expires_at = now()`],
    ['was ended', `UPDATE mcp_grants SET ended_at = now()`],
    [
      'has a code that nobody has exchanged in time',
      `UPDATE mcp_grants SET code_used_at = NULL, code_expires_at = now()`,
    ],
  ])('leaves out a grant that %s', async (_what, statement) => {
    const user = await buildUser(app);
    const { grantId } = await buildMcpGrant(user);
    await app.database.query(`${statement} WHERE id = $1`, [grantId]);
    expect((await user.call('GET', path)).body.items).toEqual([]);
  });

  it('answers as whom and where an assistant of a person acts, and its limit', async () => {
    const user = await buildUser(app, { name: 'Ada' });
    await buildMcpGrant(user, { person: user, creditLimit: 40 });
    const [item] = (await user.call('GET', path)).body.items;
    const organization = { id: user.organizationId, name: expect.any(String) };
    expect(item).toMatchObject({
      kind: 'person',
      user: { id: user.userId, name: 'Ada' },
      organization,
      creditLimit: 40,
    });
  });

  it('shows a member their own, in all organizations of the workspace, and an admin of the root all', async () => {
    const { owner, ada, second, ofAda, ofOwner, byKey } = await buildGrants();
    const seenBy = async ({ call }: BuiltUser, organizationId = owner.organizationId) => {
      const { body } = await call('GET', path, { headers: { 'x-organization-id': organizationId } });
      return body.items.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await seenBy(ada)).toEqual([ofAda.grantId]);
    expect(await seenBy(ada, second)).toEqual([ofAda.grantId]);
    expect(await seenBy(owner)).toEqual([ofAda.grantId, ofOwner.grantId, byKey.grantId].toSorted());
    await app.database.query(`UPDATE memberships SET role = 'admin' WHERE user_id = $1 AND organization_id = $2`, [
      ada.userId,
      owner.organizationId,
    ]);
    expect(await seenBy(ada, second)).toHaveLength(3);
  });

  it('shows no token and no address of the client', async () => {
    const user = await buildUser(app);
    await buildMcpGrant(user);
    expect(JSON.stringify((await user.call('GET', path)).body.items)).not.toMatch(/mcp_|https?:/);
  });
});
