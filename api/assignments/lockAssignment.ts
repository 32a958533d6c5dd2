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
 * The same, and the connection that it publishes to, as both will be until the transaction ends. The connection is locked
 * first (ARCHITECTURE.md §4).
 * @throws ApiError 404
 */
export async function lockWithConnection(tenant: Tenant, id: string, transaction: Transaction): Promise<Locked> {
  const connection = await Connection.forAssignment(tenant, id, transaction);
  return { assignment: await lockAssignment(tenant, id, transaction), connection };
}

export interface Locked {
  assignment: Assignment;
  /** Undefined: it was removed. */
  connection: ConnectionForCreate | undefined;
}

/** @throws ApiError 409 if the connection is inactive or was removed */
export function requireConnection({ connection }: Pick<Locked, 'connection'>): ConnectionForCreate {
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
