import { z } from 'zod';
import { Membership } from '../../models/organizations/Membership';
import { defineUseCase } from '../useCase';

export const listMembers = defineUseCase({
  name: 'listMembers',
  action: 'organization.read',
  summary: 'The members of an organization',
  description: 'For members of any role. The owner and all others, in the order in which they have joined.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => Membership.inOrganization(tenant),
});
