import { z } from 'zod';
import { Organization } from '../../models/organizations/Organization';
import { defineUseCase } from '../useCase';

export const listOrganizations = defineUseCase({
  name: 'listOrganizations',
  action: 'identity',
  summary: 'The organizations of the user',
  description: 'Those of all workspaces, in the order in which the user has joined them.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { userId } }) => Organization.ofUser(userId),
});
