import { z } from 'zod';
import { defineUseCase } from '../useCase';

export const getRoles = defineUseCase({
  name: 'getRoles',
  action: 'organization.read',
  summary: 'The roles of the user',
  description:
    'The role in the organization of the request decides what they may do there. The role in the root organization of its ' +
    'workspace decides about money, credentials and new organizations.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant, role, rootRole } }) => ({
    organizationId: tenant.organizationId,
    role,
    rootRole,
  }),
});
