import { useApp } from '../../support/callers/app';
import { addMember, buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const path = '/api/v1/console/settings';

describe('getSettings and updateSettings', () => {
  it('begin with statistics of posts, and stay as they are where a field is left out', async () => {
    expect((await ada.call('GET', path)).body).toEqual({ postStatistics: true });
    expect((await ada.call('PATCH', path, { body: { postStatistics: false } })).body).toEqual({
      postStatistics: false,
    });
    expect((await ada.call('PATCH', path, { body: {} })).body).toEqual({ postStatistics: false });
    expect((await ada.call('GET', path)).body).toEqual({ postStatistics: false });
  });

  it('are read by every member, and changed by admins of the root alone', async () => {
    const headers = { 'x-organization-id': ada.organizationId };
    const [member, admin] = [await buildUser(app), await buildUser(app)];
    await addMember(ada.organizationId, member.userId, 'member');
    await addMember(ada.organizationId, admin.userId, 'admin');
    const off = { headers, body: { postStatistics: false } };
    expect((await member.call('GET', path, { headers })).status).toBe(200);
    expect((await member.call('PATCH', path, off)).status).toBe(403);
    expect((await admin.call('PATCH', path, off)).status).toBe(200);
    expect((await ada.call('GET', path)).body).toEqual({ postStatistics: false });
  });

  it('refuse another type', async () => {
    expect((await ada.call('PATCH', path, { body: { postStatistics: 'no' } })).status).toBe(400);
  });
});
