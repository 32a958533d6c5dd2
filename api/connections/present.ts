import type { Connection as ConnectionRow } from '../../models/Connection';
import type { RenewalOutcome } from '../../models/connectionTokens';
import { timestampOrNull } from '../http/fields';
import type { Connection, ConnectionList, TokenState, UpdatedConnection } from './schema';

export function presentConnectionListItem(connection: ConnectionRow): ConnectionList['items'][number] {
  return {
    id: connection.id,
    platform: connection.platform,
    name: connection.name,
    thumbnailUrl: connection.thumbnailUrl,
    isActive: connection.isActive,
    tokenExpiresAt: timestampOrNull(connection.tokenExpiresAt),
    createdAt: connection.createdAt.toISOString(),
  };
}

export function presentUpdated({ id, name, isActive, platform }: ConnectionRow): UpdatedConnection {
  return { id, name, isActive, platform };
}

export function presentConnection(connection: ConnectionRow): Connection {
  const { subscribers, views, posts, handle } = connection.metadata;
  return {
    ...presentConnectionListItem(connection),
    externalPlatformId: connection.externalPlatformId,
    tokenStatus: connection.tokenStatus,
    metadata: { subscribers, views, posts, handle },
    externalId: connection.externalId,
  };
}

export function presentTokens({ tokenStatus, tokenExpiresAt }: RenewalOutcome): TokenState {
  return { tokenStatus, tokenExpiresAt: timestampOrNull(tokenExpiresAt) };
}
