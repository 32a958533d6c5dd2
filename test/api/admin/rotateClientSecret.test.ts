import { randomUUID } from 'node:crypto';
import { User } from '../../../models/users/User';
import { signingSecrets } from '../../../models/webhooks/webhookSecrets';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { testSecrets } from '../../support/secrets';
import { useEach } from '../../support/use';
import { tenantOf } from '../../support/tenant';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const rotate = async (workspaceId: string, by = ada) =>
  by.call('POST', `/api/v1/admin/api-clients/${workspaceId}/rotate-webhook-secret`);

it('gives any workspace another secret', async () => {
  const other = await buildUser(app);
  await User.grantPlatformAdmin(ada.email);
  const { status, body } = await rotate(other.workspaceId);

  expect(status).toBe(200);
  expect(body).toEqual({
    id: other.workspaceId,
    webhookSecret: (await signingSecrets(tenantOf(other), testSecrets)).current,
    rotatedAt: expect.any(String),
    previousSecretExpiresAt: expect.any(String),
  });
  expect(Date.parse(body.previousSecretExpiresAt) - Date.parse(body.rotatedAt)).toBe(86_400_000);
  expect((await rotate(randomUUID())).status).toBe(404);
});

it('answers 403 to other users, whether or not the workspace exists', async () => {
  const before = await signingSecrets(tenantOf(ada), testSecrets);

  expect([(await rotate(ada.workspaceId)).status, (await rotate(randomUUID())).status]).toEqual([403, 403]);
  expect(await signingSecrets(tenantOf(ada), testSecrets)).toEqual(before);
});
