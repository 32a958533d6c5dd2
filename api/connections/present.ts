import { featuresIn } from '../../domain/consent/feature';
import type { Connection as ConnectionRow } from '../../models/connections/Connection';
import type { KeptList } from '../../models/connections/ChannelList';
import type { RenewalOutcome } from '../../channels/connectionTokens';
import { factsOf } from '../../platforms';
import { timestampOrNull } from '../http/fields';
import type { PicturedConnection } from './channelPictures';
import type { FoundConnection } from './getConnection';
import type {
  ChannelList,
  Connection,
  ConnectionList,
  ConsoleConnectionList,
  TokenState,
  UpdatedConnection,
} from './schema';

export function presentConnectionListItem({
  connection,
}: Pick<PicturedConnection, 'connection'>): ConnectionList['items'][number] {
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

/** As people see it in a list. */
export function presentConsoleListItem(found: PicturedConnection): ConsoleConnectionList['items'][number] {
  const { connection, pictureUrl } = found;
  const { externalPlatformId, tokenStatus, accessEndsAt } = connection;
  return {
    ...presentConnectionListItem(found),
    thumbnailUrl: pictureUrl,
    externalPlatformId,
    tokenStatus,
    metadata: presentMetadata(connection),
    accessEndsAt: timestampOrNull(accessEndsAt),
    features: presentFeatures(connection),
  };
}

function presentFeatures({ platform, permissions }: ConnectionRow): Connection['features'] {
  return featuresIn(factsOf(platform).permissions, permissions);
}

function presentMetadata({ metadata: { subscribers, views, posts, handle } }: ConnectionRow): Connection['metadata'] {
  return { subscribers, views, posts, handle };
}

export function presentUpdated({ id, name, isActive, platform }: ConnectionRow): UpdatedConnection {
  return { id, name, isActive, platform };
}

export function presentConnection(found: FoundConnection): Connection {
  const { connection, publishing } = found;
  return {
    ...presentConnectionListItem(found),
    externalPlatformId: connection.externalPlatformId,
    tokenStatus: connection.tokenStatus,
    accessEndsAt: timestampOrNull(connection.accessEndsAt),
    features: presentFeatures(connection),
    publishing,
    metadata: presentMetadata(connection),
    externalId: connection.externalId,
  };
}

/** As people see it. */
export function presentConsoleConnection(found: FoundConnection): Connection {
  return { ...presentConnection(found), thumbnailUrl: found.pictureUrl };
}

export function presentTokens({ tokenStatus, tokenExpiresAt }: RenewalOutcome): TokenState {
  return { tokenStatus, tokenExpiresAt: timestampOrNull(tokenExpiresAt) };
}

export function presentList({ items, fetchedAt }: KeptList): ChannelList {
  return { items, fetchedAt: fetchedAt.toISOString() };
}
