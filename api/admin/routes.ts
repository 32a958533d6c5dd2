import { route } from '../faces/route';
import { intervene } from './intervene';
import { listStuck } from './listStuck';
import { presentStuck } from './presentStuck';
import { rotateClientSecret } from './rotateClientSecret';
import { ClientSecretRotated, HelpedAssignment, StuckList } from './schema';

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
  route('admin', listStuck, {
    method: 'get',
    path: '/api/v1/admin/stuck',
    success: { status: 200, schema: StuckList },
    present: presentStuck,
  }),
  route('admin', intervene, {
    method: 'post',
    path: '/api/v1/admin/assignments/{id}/interventions',
    params: { id: 'assignmentId' },
    body: { id: 'InterventionBody', example: { intervention: 'retryNow' } },
    success: { status: 200, schema: HelpedAssignment },
    present: (done) => done,
  }),
] as const;
