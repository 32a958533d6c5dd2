import { z } from 'zod';
import { rotateApiKey } from '../../models/credentials/rotateApiKey';
import { defineUseCase } from '../useCase';
import { noSuchWorkspace } from './refusals';

/** Makes another API key. Only this answer has the key. The key before is refused from the next request on. */
export const regenerateApiKey = defineUseCase({
  name: 'regenerateApiKey',
  action: 'credential.manage',
  summary: 'Give the workspace another API key',
  description:
    'The key is shown this once. The key before is refused from then on, and the grants that it gave to assistants end.',
  input: z.object({}),
  refuses: [noSuchWorkspace],
  run: async ({ deps, principal: { tenant } }) => {
    const rotated = await rotateApiKey(deps.sequelize, tenant);
    if (!rotated) throw noSuchWorkspace.error();
    return rotated;
  },
});
