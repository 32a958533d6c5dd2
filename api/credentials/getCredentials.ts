import { z } from 'zod';
import { shownSecrets } from '../../models/webhooks/webhookSecrets';
import { Workspace } from '../../models/organizations/Workspace';
import { defineUseCase } from '../useCase';

export const getCredentials = defineUseCase({
  name: 'getCredentials',
  action: 'credential.manage',
  summary: 'The API key, masked, and the webhook secret of the workspace',
  description: 'For owner and admin of the root organization. The key itself is shown only when it is generated.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps, principal: { tenant } }) => {
    const workspace = await Workspace.ofTenant(tenant);
    return { workspace, ...(await shownSecrets(tenant, deps.secrets)) };
  },
});
