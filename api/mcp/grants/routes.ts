import { z } from 'zod';
import { consoleRoute } from '../../faces/consoleRoute';
import { listMcpGrants } from './listMcpGrants';
import { presentGrants } from './present';
import { revokeMcpGrant } from './revokeMcpGrant';
import { McpGrantList } from './schema';

export const mcpGrantRoutes = [
  consoleRoute(listMcpGrants, {
    method: 'get',
    path: '/api/v1/console/mcp-grants',
    success: { status: 200, schema: McpGrantList },
    present: presentGrants,
  }),
  consoleRoute(revokeMcpGrant, {
    method: 'delete',
    path: '/api/v1/console/mcp-grants/{id}',
    params: { id: 'grantId' },
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
];
