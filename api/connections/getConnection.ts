import { Connection } from '../../models/Connection';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

/** @throws ApiError 404 */
export async function getConnection({ actor }: Context<Actor>, id: string): Promise<Connection> {
  const connection = await Connection.ofWorkspace(actor.workspaceId, id);
  if (!connection) throw notFound('connection');
  return connection;
}
