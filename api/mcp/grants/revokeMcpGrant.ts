import { z } from 'zod';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { McpGrantId } from '../../http/ids';
import { defineUseCase } from '../../useCase';
import { grantsSeenBy } from './grantsSeenBy';
import { noSuchGrant } from './refusals';

export const revokeMcpGrant = defineUseCase({
  name: 'revokeMcpGrant',
  action: 'grant.manage',
  summary: 'End the access of an assistant',
  description:
    'For the person who has granted it, and for owner and admin of the root organization. Its tokens are refused from then on; assignments that it made stay.',
  input: z.object({ grantId: McpGrantId }),
  refuses: [noSuchGrant],
  run: async ({ principal }, { grantId }): Promise<void> => {
    if (!(await McpGrant.endOf(principal.tenant, grantId, grantsSeenBy(principal)))) throw noSuchGrant.error();
  },
});
