import { route } from '../faces/route';
import { rotateClientSecret } from './rotateClientSecret';
import { ClientSecretRotated } from './schema';

export const adminRoutes = [
  route('admin', rotateClientSecret, {
    method: 'post',
    path: '/api/v1/admin/api-clients/{id}/rotate-webhook-secret',
    params: { id: 'workspaceId' },
    success: { status: 200, schema: ClientSecretRotated },
    present: ({ workspaceId: id, webhookSecret, rotatedAt, previousSecretExpiresAt }) => ({
      id,
      webhookSecret,
      rotatedAt: rotatedAt.toISOString(),
      previousSecretExpiresAt: previousSecretExpiresAt.toISOString(),
    }),
  }),
] as const;
