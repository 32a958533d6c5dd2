import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import { Organization } from '../../models/organizations/Organization';
import { slugsFor } from '../../models/organizations/organizationSlugs';
import { noSuchOrganization } from '../http/refusals';
import { defineUseCase } from '../useCase';
import { CreateOrganizationInput } from './schema';

/** Makes an organization in the workspace of the organization that the request acts in. Its creator owns it. */
export const createOrganization = defineUseCase({
  name: 'createOrganization',
  action: 'organization.create',
  summary: 'Make another organization in the workspace',
  description: 'Needs owner or admin of the root organization. The workspace is that of `X-Organization-Id`.',
  input: CreateOrganizationInput,
  refuses: [noSuchOrganization],
  run: async ({ deps, principal: { tenant, userId } }, { name }) => {
    const id = uuidv7();
    const own = await inTransaction(deps.sequelize, 'createOrganization', async (transaction) => {
      const own = await Organization.addTo(tenant, { id, name }, { slugs: slugsFor(name), transaction });
      await Membership.add(own, { userId, role: 'owner' }, transaction);
      return own;
    });
    const made = await Organization.detail(own, userId);
    if (!made) throw noSuchOrganization.error();
    return made;
  },
});
