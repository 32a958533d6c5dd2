import type { OpenMcpGrant } from '../../../models/mcp/McpGrant';
import { timestampOrNull } from '../../http/fields';
import type { McpGrantList } from './schema';

interface GrantsFound {
  readonly grants: readonly OpenMcpGrant[];
  readonly resource: string;
}

export function presentGrants({ grants, resource }: GrantsFound): McpGrantList {
  return { resource, items: grants.map(presentGrant) };
}

function presentGrant({ id, clientName, scopes, calls, createdAt, expiresAt, lastUsedAt }: OpenMcpGrant) {
  return {
    id,
    clientName,
    scope: scopes.join(' '),
    calls,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: timestampOrNull(lastUsedAt),
  };
}
