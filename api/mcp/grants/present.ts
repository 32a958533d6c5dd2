import type { OpenMcpGrant } from '../../../models/McpGrant';
import { timestampOrNull } from '../../http/fields';
import type { McpGrantList } from './schema';

export function presentGrants(grants: readonly OpenMcpGrant[]): McpGrantList {
  return { items: grants.map(presentGrant) };
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
