import { z } from 'zod';
import { Organization } from '../../models/organizations/Organization';
import { noSuchOrganization } from '../http/refusals';
import { defineUseCase } from '../useCase';

export const getOrganization = defineUseCase({
  name: 'getOrganization',
  action: 'organization.read',
  summary: 'An organization and its owner',
  description: 'For members of any role.',
  input: z.object({}),
  refuses: [noSuchOrganization],
  run: async ({ principal: { tenant, userId } }) => {
    const found = await Organization.detail(tenant, userId);
    if (!found) throw noSuchOrganization.error();
    return found;
  },
});
