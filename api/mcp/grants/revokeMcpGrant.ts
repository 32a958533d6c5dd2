import { z } from 'zod';
import { McpGrant } from '../../../models/mcp/McpGrant';
import { McpGrantId } from '../../http/ids';
import { defineUseCase } from '../../useCase';
import { noSuchGrant } from './refusals';

export const revokeMcpGrant = defineUseCase({
  name: 'revokeMcpGrant',
  action: 'credential.manage',
  summary: 'Let an assistant act for the workspace no more',
  description:
    'For owner and admin of the root organization. Its tokens are refused from then on; assignments that it made stay.',
  input: z.object({ grantId: McpGrantId }),
  refuses: [noSuchGrant],
  run: async ({ principal: { tenant } }, { grantId }): Promise<void> => {
    if (!(await McpGrant.endOf(tenant, grantId))) throw noSuchGrant.error();
  },
});
