import { z } from 'zod';
import { rotateWebhookSecret } from '../../models/webhooks/webhookSecrets';
import { WorkspaceId } from '../http/ids';
import { noSuchWorkspace } from '../credentials/refusals';
import { defineUseCase } from '../useCase';

/** For administrators of this installation, in any workspace (contract.md §1). */
export const rotateClientSecret = defineUseCase({
  name: 'rotateClientSecret',
  action: 'platformAdmin',
  summary: 'Give an API client another webhook secret',
  description:
    'For platform administrators. The secret before signs every webhook along with the new one for 24 hours.',
  input: z.object({ workspaceId: WorkspaceId }),
  refuses: [noSuchWorkspace],
  run: async ({ deps, principal }, { workspaceId }) => {
    const rotated = await rotateWebhookSecret(principal.tenantOf(workspaceId), deps.secrets);
    if (!rotated) throw noSuchWorkspace.error();
    return { workspaceId, ...rotated };
  },
});
