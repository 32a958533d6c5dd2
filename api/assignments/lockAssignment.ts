import type { PublishJob } from '../../domain/workflowContract';
import { Assignment } from '../../models/Assignment';
import { Connection } from '../../models/Connection';
import type { ConnectionForCreate } from '../../models/Connection';
import type { Transaction } from '../../models/database';
import { PublishAttempt } from '../../models/PublishAttempt';
import type { Tenant } from '../../models/Tenant';
import { connectionGone, noSuchAssignment, outcomeOpen } from './refusals';

/**
 * An assignment that is about to change: nobody else moves it until the transaction ends.
 * @throws ApiError 404
 */
export async function lockAssignment(tenant: Tenant, id: string, transaction: Transaction): Promise<Assignment> {
  const assignment = await Assignment.lock(tenant, id, transaction);
  if (!assignment) throw noSuchAssignment.error();
  return assignment;
}

/**
 * The connection that it publishes to, as it will be until the transaction ends.
 * @throws ApiError 409 if it is inactive or was removed
 */
export async function requireConnection(
  tenant: Tenant,
  { connectionId }: Assignment,
  transaction: Transaction,
): Promise<ConnectionForCreate> {
  const connection = await Connection.forCreate(tenant, connectionId, transaction);
  if (connection?.isActive) return connection;
  throw connectionGone.error();
}

/**
 * Refuses to change an assignment whose post may be public (contract.md §2). The transaction holds the row.
 * @throws ApiError 409 while its post may be live, or is, and its status does not say so
 */
export async function refuseOpenOutcome(assignment: Assignment, transaction: Transaction): Promise<void> {
  if (await PublishAttempt.isOpen(assignment, transaction)) throw outcomeOpen.error();
}

/** The run that a generation of it has. */
export function jobOf({ id, generation, platform }: Assignment): PublishJob {
  return { assignmentId: id, generation, platform };
}
