import { failpoint } from '../../lib/failpoint';
import { Connection } from '../../models/Connection';
import { resumePreparations } from '../../models/preparation';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';
import type { UpdateConnectionBody } from './schema';

/**
 * Changes what the request names. A job that waits for an inactive connection fails when its time comes, unless the
 * connection is active again by then: its preparation is tried again at once (contract.md §4).
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
  if (changes.isActive === true) await resumePreparations(id);
  return connection;
}
