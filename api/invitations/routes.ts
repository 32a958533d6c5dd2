import { z } from 'zod';
import { route } from '../faces/route';
import { acceptInvitation } from './acceptInvitation';
import { createInvitation } from './createInvitation';
import { deleteInvitation } from './deleteInvitation';
import { listInvitations } from './listInvitations';
import { presentInvitation } from './present';
import { CreateInvitationBody, Invitation, InvitationAccepted, InvitationList } from './schema';

export const invitationRoutes = [
  route('organization', createInvitation, {
    method: 'post',
    path: '/api/v1/auth/organizations/{orgId}/invitations',
    organization: 'orgId',
    body: CreateInvitationBody,
    success: { status: 201, schema: Invitation },
    present: presentInvitation,
  }),
  route('organization', listInvitations, {
    method: 'get',
    path: '/api/v1/auth/organizations/{orgId}/invitations',
    organization: 'orgId',
    success: { status: 200, schema: InvitationList },
    present: (found) => ({ items: found.map(presentInvitation), total: found.length }),
  }),
  route('organization', deleteInvitation, {
    method: 'delete',
    path: '/api/v1/auth/organizations/{orgId}/invitations/{id}',
    organization: 'orgId',
    params: { id: 'invitationId' },
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
  route('identity', acceptInvitation, {
    method: 'post',
    path: '/api/v1/auth/invitations/{token}/accept',
    success: { status: 200, schema: InvitationAccepted },
    present: (accepted) => accepted,
  }),
] as const;
