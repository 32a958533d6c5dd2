import { z } from 'zod';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { defineUseCase } from '../../useCase';
import { addressesOf } from '../oauth/addresses';

export const listMcpGrants = defineUseCase({
  name: 'listMcpGrants',
  action: 'credential.manage',
  summary: 'The assistants that may act for the workspace',
  description: 'For owner and admin of the root organization. Those that have expired or were revoked are not listed.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps, principal: { tenant } }) => ({
    grants: await McpGrant.openOf(tenant),
    resource: addressesOf(deps.config).resource,
  }),
});
