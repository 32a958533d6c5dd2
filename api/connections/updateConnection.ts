import { failpoint } from '../../lib/failpoint';
import { Connection } from '../../models/Connection';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';
import type { UpdateConnectionBody } from './schema';

/**
 * Changes what the request names. A job that waits for an inactive connection fails when its time comes; one that has
 * begun goes on (contract.md §4).
 * @throws ApiError 404
 */
export async function updateConnection(
  { actor }: Context<Actor>,
  id: string,
  changes: UpdateConnectionBody,
): Promise<Connection> {
  const connection = await Connection.edit(actor.workspaceId, id, changes);
  failpoint('connection.edited');
  if (!connection) throw notFound('connection');
  return connection;
}
