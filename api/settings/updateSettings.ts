import { Workspace } from '../../models/organizations/Workspace';
import { defineUseCase } from '../useCase';
import { UpdateSettingsInput } from './schema';

export const updateSettings = defineUseCase({
  name: 'updateSettings',
  action: 'setting.manage',
  summary: 'Change the settings of the workspace',
  description: 'For owner and admin of the root organization. A setting that is left out stays as it is.',
  input: UpdateSettingsInput,
  refuses: [],
  run: async ({ principal: { tenant } }, changes) => Workspace.change(tenant, changes),
});
