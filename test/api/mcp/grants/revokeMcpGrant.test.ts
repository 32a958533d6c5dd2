import { useApp } from '../../../support/callers/app';
import { registerAssistant } from '../../../support/callers/assistant';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { callTool, sendMessage } from '../../../support/callers/mcp';
import { addMember, buildUser } from '../../../support/callers/people';
import type { BuiltUser } from '../../../support/callers/people';
import { use } from '../../../support/use';

const app = useApp();
const user = use(async () => buildUser(app));
const path = '/api/v1/console/mcp-grants';

describe('revokeMcpGrant', () => {
  it('ends the grant with all its tokens, at once, and takes it from the list', async () => {
    const [one, other] = [await buildMcpGrant(user), await buildMcpGrant(user)];
    await callTool(app, one.accessToken, 'list_platforms');
    const { status, body } = await user.call('DELETE', `${path}/${one.grantId}`);
    expect([status, body]).toEqual([204, '']);

    expect((await sendMessage(app, one.accessToken, { method: 'tools/list' })).status).toBe(401);
    expect((await sendMessage(app, other.accessToken, { method: 'tools/list' })).status).toBe(200);
    const ids = (await user.call('GET', path)).body.items.map(({ id }: { id: string }) => id);
    expect(ids).toContain(other.grantId);
    expect(ids).not.toContain(one.grantId);
  });

  it('makes the refresh token one that is known to be revoked', async () => {
    const assistant = await registerAssistant(app);
    const { body } = await user.call('POST', '/api/v1/console/credentials/api-key/regenerate');
    const { refresh_token: refreshToken } = await assistant.connect(body);
    const [{ id }] = (await user.call('GET', path)).body.items;
    await user.call('DELETE', `${path}/${id}`);
    const late = await assistant.refresh(refreshToken);
    expect([late.status, late.body.error]).toEqual([401, 'invalid_token']);
  });

  it('answers 404 to a grant that was revoked already', async () => {
    const { grantId } = await buildMcpGrant(user);
    expect((await user.call('DELETE', `${path}/${grantId}`)).status).toBe(204);
    const again = await user.call('DELETE', `${path}/${grantId}`);
    expect([again.status, again.body]).toEqual([
      404,
      { error: 'NOT_FOUND', message: 'There is no such grant.', details: {} },
    ]);
  });

  it('is for the person of the grant, and for owner and admin of the root: to others there is no such grant', async () => {
    const [ada, bob] = [await buildUser(app), await buildUser(app)];
    for (const { userId } of [ada, bob]) await addMember(user.organizationId, userId, 'member');
    const { organizationId } = user;
    const grantOf = async ({ userId }: BuiltUser) => buildMcpGrant(user, { person: { userId, organizationId } });
    const headers = { 'x-organization-id': organizationId };
    const end = async (by: BuiltUser, { grantId }: { grantId: string }) =>
      (await by.call('DELETE', `${path}/${grantId}`, { headers })).status;
    const [own, other, byKey] = [await grantOf(ada), await grantOf(bob), await buildMcpGrant(user)];
    expect([await end(ada, own), await end(ada, other), await end(ada, byKey)]).toEqual([204, 404, 404]);
    expect([await end(user, other), await end(user, byKey)]).toEqual([204, 204]);
  });
});
