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

function presentGrant({ scopes, createdAt, expiresAt, lastUsedAt, ...grant }: OpenMcpGrant) {
  const { id, clientName, user, organization, creditLimit, calls } = grant;
  return {
    id,
    kind: user === null ? ('key' as const) : ('person' as const),
    clientName,
    user,
    organization,
    scope: scopes.join(' '),
    creditLimit,
    calls,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: timestampOrNull(lastUsedAt),
  };
}
