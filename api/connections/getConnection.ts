import { z } from 'zod';
import { Connection } from '../../models/connections/Connection';
import type { Tenant } from '../../models/database/Tenant';
import { publishingWayOf } from '../../platforms';
import type { PublishingWay } from '../../platforms/Platform';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { withChannelPictures } from './channelPictures';
import type { PicturedConnection } from './channelPictures';
import { noSuchConnection } from './refusals';

export interface FoundConnection extends PicturedConnection {
  /** Null for a platform with one way, and for a platform that is not offered. */
  publishing: PublishingWay | null;
}

export const getConnection = defineUseCase({
  name: 'getConnection',
  action: 'connection.read',
  summary: 'One connected channel',
  description: 'Says whether its token is valid, and has the statistics that the platform gave last.',
  input: z.object({ connectionId: ConnectionId }),
  refuses: [noSuchConnection],
  run: async ({ deps, principal: { tenant } }, { connectionId }): Promise<FoundConnection> => {
    const connection = await findConnection(tenant, connectionId);
    const publishing = publishingWayOf(deps.platforms.get(connection.platform), connection.publishing);
    const [pictured] = await withChannelPictures(deps, tenant, [connection]);
    return { connection, pictureUrl: pictured?.pictureUrl ?? null, publishing };
  },
});

/** @throws ApiError 404 */
export async function findConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await Connection.ofTenant(tenant, id);
  if (!connection) throw noSuchConnection.error();
  return connection;
}
