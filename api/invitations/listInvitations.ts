import { z } from 'zod';
import { Invitation } from '../../models/organizations/Invitation';
import { defineUseCase } from '../useCase';

export const listInvitations = defineUseCase({
  name: 'listInvitations',
  action: 'invitation.manage',
  summary: 'The pending invitations of an organization',
  description: 'The newest first. Accepted and expired ones are not listed.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => Invitation.pending(tenant),
});
