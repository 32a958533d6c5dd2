import { Connection } from '../../models/Connection';
import { Organization } from '../../models/Organization';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';
import type { ConnectionListQuery } from './schema';

/** @throws ApiError 404 for an organization outside the workspace (contract.md §13) */
export async function listConnections({ actor }: Context<Actor>, query: ConnectionListQuery) {
  const { organizationId } = query;
  if (organizationId !== undefined && !(await Organization.isOfWorkspace(actor.workspaceId, organizationId))) {
    throw notFound('organization');
  }
  return Connection.page(actor.workspaceId, query);
}
