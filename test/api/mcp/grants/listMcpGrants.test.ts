import { useApp } from '../../../support/callers/app';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { callTool } from '../../../support/callers/mcp';
import { buildUser } from '../../../support/callers/people';

const app = useApp();
const path = '/api/v1/console/mcp-grants';

describe('listMcpGrants', () => {
  it('answers who may do what since when, how often it has called a tool, and when last', async () => {
    const user = await buildUser(app);
    const { grantId, accessToken } = await buildMcpGrant(user, { scopes: ['mcp.read'], clientName: 'Claude' });
    const own = { id: grantId, clientName: 'Claude', scope: 'mcp.read', createdAt: expect.any(String) };
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

  it('shows no token and no address of the client', async () => {
    const user = await buildUser(app);
    await buildMcpGrant(user);
    expect(JSON.stringify((await user.call('GET', path)).body.items)).not.toMatch(/mcp_|https?:/);
  });
});
