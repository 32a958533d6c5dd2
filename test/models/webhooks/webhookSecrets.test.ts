import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { openSecrets, rotateWebhookSecret, signingSecrets } from '../../../models/webhooks/webhookSecrets';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { testSecrets } from '../../support/secrets';
import { tenantOf } from '../../support/tenant';

const database = useDatabase();

it('a workspace begins with one secret: whsec_ and the base64 of 32 bytes', async () => {
  const { workspaceId, webhookSecret } = await buildWorkspace();
  expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual({
    current: webhookSecret,
    previous: null,
  });
});

it('a rotation signs with the new one at once, and with the one before for 24 hours', async () => {
  const { workspaceId, webhookSecret } = await buildWorkspace();
  const rotated = await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
  expect(rotated!.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rotated!.webhookSecret).not.toBe(webhookSecret);
  const { rotatedAt, previousSecretExpiresAt } = rotated!;
  expect(previousSecretExpiresAt.getTime() - rotatedAt.getTime()).toBe(24 * 3_600_000);
  expect(Math.abs(rotatedAt.getTime() - Date.now())).toBeLessThan(60_000);
  const both = { current: rotated!.webhookSecret, previous: webhookSecret };
  expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual(both);

  await passes(workspaceId, '23 hours 59 minutes');
  expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual(both);
  await passes(workspaceId, '1 minute');
  expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual({ ...both, previous: null });
});

it('a second rotation within the day ends the oldest secret', async () => {
  const { workspaceId } = await buildWorkspace();
  const first = await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
  const second = await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
  expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual({
    current: second!.webhookSecret,
    previous: first!.webhookSecret,
  });
});

it('deliveries that are read together are signed by the secrets of their own workspaces, in their own rounds only', async () => {
  const parents = await Promise.all([buildAssignments(database), buildAssignments(database)]);
  const rotated = await rotateWebhookSecret(tenantOf(parents[0]), testSecrets);
  const built = await Promise.all(
    [...parents, ...parents].map(async (parent) => buildDelivery(parent, 'https://hooks.example/')),
  );
  const read = await Promise.all(built.map(async ({ deliveryId }) => WebhookDelivery.ofRound(deliveryId, 1)));
  const [one, other] = [
    { current: rotated!.webhookSecret, previous: parents[0].webhookSecret },
    { current: parents[1].webhookSecret, previous: null },
  ];
  expect(read.map((delivery) => openSecrets(delivery!, testSecrets))).toEqual([one, other, one, other]);
  expect(read.map((delivery) => delivery!.id)).toEqual(built.map(({ deliveryId }) => deliveryId));
  const id = built[0]!.deliveryId;
  const rounds = await Promise.all([2, 1, 0].map(async (round) => WebhookDelivery.ofRound(id, round)));
  expect(rounds.map((delivery) => delivery?.round)).toEqual([undefined, 1, undefined]);
});

it('secrets lie in the database encrypted', async () => {
  const { workspaceId, webhookSecret } = await buildWorkspace();
  const rotated = await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
  const dump = JSON.stringify(await database.query('SELECT * FROM workspaces WHERE id = $1', [workspaceId]));
  expect(dump).toContain('previous_webhook_secret');
  for (const secret of [webhookSecret, rotated!.webhookSecret]) expect(dump).not.toContain(secret.slice(6, 30));
});

it('there is nothing to rotate where there is no workspace', async () => {
  expect(
    await rotateWebhookSecret(tenantOf({ workspaceId: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a' }), testSecrets),
  ).toBeNull();
});

async function passes(workspaceId: string, time: string): Promise<void> {
  await database.query(
    `UPDATE workspaces SET previous_secret_expires_at = previous_secret_expires_at - $2::interval WHERE id = $1 RETURNING id`,
    [workspaceId, time],
  );
}
