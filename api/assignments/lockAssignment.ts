import type { PublishJob } from '../../domain/workflowContract';
import { Assignment } from '../../models/Assignment';
import { Connection } from '../../models/Connection';
import type { ConnectionForCreate } from '../../models/Connection';
import type { Transaction } from '../../models/database';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { ApiError, notFound } from '../http/errors';

/**
 * An assignment that is about to change: nobody else moves it until the transaction ends.
 * @throws ApiError 404
 */
export async function lockAssignment(
  { actor }: Context<Actor>,
  id: string,
  transaction: Transaction,
): Promise<Assignment> {
  const assignment = await Assignment.lock(actor.workspaceId, id, transaction);
  if (!assignment) throw notFound('assignment');
  return assignment;
}

/**
 * The connection that it publishes to, as it will be until the transaction ends.
 * @throws ApiError 409 if it is inactive or was removed
 */
export async function requireConnection(
  { workspaceId, connectionId }: Assignment,
  transaction: Transaction,
): Promise<ConnectionForCreate> {
  const connection = await Connection.forCreate(workspaceId, connectionId, transaction);
  if (connection?.isActive) return connection;
  throw new ApiError('CONFLICT', 'The connection of the assignment is inactive or was removed.');
}

/**
 * Refuses to change an assignment whose post may be public (contract.md §2). The transaction holds the row.
 * @throws ApiError 409 while a call that may have published has no known outcome
 */
export async function refuseOpenOutcome({ id }: Pick<Assignment, 'id'>, transaction: Transaction): Promise<void> {
  if (await PublishAttempt.isOpen(id, transaction)) {
    const message =
      'A call that may have published the post has no known outcome. The platform is being asked; try again later.';
    throw new ApiError('CONFLICT', message);
  }
}

/** The run that a generation of it has. */
export function jobOf({ id, generation, platform }: Assignment): PublishJob {
  return { assignmentId: id, generation, platform };
}
