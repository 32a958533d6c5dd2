import { z } from 'zod';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { grantsSeenBy } from './grantsSeenBy';
import { defineUseCase } from '../../useCase';
import { addressesOf } from '../oauth/addresses';

export const listMcpGrants = defineUseCase({
  name: 'listMcpGrants',
  action: 'grant.manage',
  summary: 'The assistants that may act for the workspace',
  description:
    'A member sees their own, owner and admin of the root organization see all. Those that have expired or were revoked are not listed.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps, principal }) => ({
    grants: await McpGrant.openOf(principal.tenant, grantsSeenBy(principal)),
    resource: addressesOf(deps.config).resource,
  }),
});
