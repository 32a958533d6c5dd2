import { z } from 'zod';
import { Workspace } from '../../models/organizations/Workspace';
import { defineUseCase } from '../useCase';

export const getSettings = defineUseCase({
  name: 'getSettings',
  action: 'setting.read',
  summary: 'The settings of the workspace',
  description: 'For members of any role.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { tenant } }) => Workspace.ofTenant(tenant),
});
