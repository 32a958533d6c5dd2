import { z } from 'zod';
import { route } from '../../faces/route';
import { listMcpGrants } from './listMcpGrants';
import { presentGrants } from './present';
import { revokeMcpGrant } from './revokeMcpGrant';
import { McpGrantList } from './schema';

export const mcpGrantRoutes = [
  route('console', listMcpGrants, {
    method: 'get',
    path: '/api/v1/console/mcp-grants',
    success: { status: 200, schema: McpGrantList },
    present: presentGrants,
  }),
  route('console', revokeMcpGrant, {
    method: 'delete',
    path: '/api/v1/console/mcp-grants/{id}',
    params: { id: 'grantId' },
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
] as const;
