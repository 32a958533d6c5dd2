import { Connection } from '../../models/connections/Connection';
import { Organization } from '../../models/organizations/Organization';
import { noSuchOrganization } from '../http/refusals';
import { defineUseCase } from '../useCase';
import { withChannelPictures } from './channelPictures';
import { ConnectionListInput } from './schema';

export const listConnections = defineUseCase({
  name: 'listConnections',
  action: 'connection.read',
  summary: 'The connected channels, newest first',
  description: 'Inactive ones are listed only with `includeInactive`. Removed ones are not listed.',
  input: ConnectionListInput,
  refuses: [noSuchOrganization],
  run: async ({ deps, principal: { tenant } }, filter) => {
    const { organizationId, page, limit } = filter;
    if (organizationId !== undefined && !(await Organization.isOfTenant(tenant, organizationId)))
      throw noSuchOrganization.error();
    const { items, total } = await Connection.page(tenant, filter);
    return { items: await withChannelPictures(deps, tenant, items), total, page, limit };
  },
});
