import { z } from 'zod';
import { Connection } from '../../models/connections/Connection';
import type { Tenant } from '../../models/database/Tenant';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchConnection } from './refusals';

export const getConnection = defineUseCase({
  name: 'getConnection',
  action: 'connection.read',
  summary: 'One connected channel',
  description: 'Says whether its token is valid, and has the statistics that the platform gave last.',
  input: z.object({ connectionId: ConnectionId }),
  refuses: [noSuchConnection],
  run: async ({ principal: { tenant } }, { connectionId }) => findConnection(tenant, connectionId),
});

/** @throws ApiError 404 */
export async function findConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await Connection.ofTenant(tenant, id);
  if (!connection) throw noSuchConnection.error();
  return connection;
}
