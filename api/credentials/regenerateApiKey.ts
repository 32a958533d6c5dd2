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
    'The key is shown this once. The key before is refused from then on. The grants that it gave to assistants end, unless ' +
    '`keepGrants` is true. Grants of persons go on.',
  input: z.object({
    keepGrants: z.boolean().default(false).meta({ description: 'The grants that the key gave to assistants go on' }),
  }),
  refuses: [noSuchWorkspace],
  run: async ({ deps, principal: { tenant } }, { keepGrants }) => {
    const rotated = await rotateApiKey(deps.sequelize, tenant, { keepGrants });
    if (!rotated) throw noSuchWorkspace.error();
    return rotated;
  },
});
