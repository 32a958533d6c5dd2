import { z } from 'zod';
import { rotateWebhookSecret } from '../../models/webhooks/webhookSecrets';
import { defineUseCase } from '../useCase';
import { noSuchWorkspace } from './refusals';

export const rotateSecret = defineUseCase({
  name: 'rotateSecret',
  action: 'credential.manage',
  summary: 'Give the workspace another webhook secret',
  description:
    'The secret before signs every webhook along with the new one for 24 hours, or until the next rotation: only one does.',
  input: z.object({}),
  refuses: [noSuchWorkspace],
  run: async ({ deps, principal: { tenant } }) => {
    const rotated = await rotateWebhookSecret(tenant, deps.secrets);
    if (!rotated) throw noSuchWorkspace.error();
    return rotated;
  },
});
