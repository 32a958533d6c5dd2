import { allows } from '../../domain/assignment/allows';
import type { AssignmentFacts } from '../../domain/assignment/allows';
import type { AssignmentRun } from '../../domain/workflowContract';
import { Assignment } from '../../models/assignments/Assignment';
import { Connection } from '../../models/connections/Connection';
import type { ConnectionToUse } from '../../models/connections/Connection';
import type { Transaction } from '../../models/database/transaction';
import type { Tenant } from '../../models/database/Tenant';
import { connectionGone, noSuchAssignment, stateRefusal } from './refusals';
import type { JudgedAction } from './refusals';

/**
 * An assignment that is about to change, locked: no other transaction changes it until this transaction ends.
 * @throws ApiError 404
 */
export async function lockAssignment(tenant: Tenant, id: string, transaction: Transaction): Promise<Assignment> {
  const assignment = await Assignment.lock(tenant, id, transaction);
  if (!assignment) throw noSuchAssignment.error();
  return assignment;
}

/**
 * An assignment and its connection, both locked until the transaction ends. The connection is locked first
 * (models/README.md).
 * @throws ApiError 404
 */
export async function lockWithConnection(
  tenant: Tenant,
  id: string,
  transaction: Transaction,
): Promise<LockedAssignment> {
  const connection = await Connection.forAssignment(tenant, id, transaction);
  return { assignment: await lockAssignment(tenant, id, transaction), connection };
}

export interface LockedAssignment {
  assignment: Assignment;
  /** Undefined: the connection was removed. */
  connection: ConnectionToUse | undefined;
}

/** @throws ApiError 409 if the connection is inactive or was removed */
export function requireConnection({ connection }: Pick<LockedAssignment, 'connection'>): ConnectionToUse {
  if (connection?.isActive) return connection;
  throw connectionGone.error();
}

/**
 * Refuses an action that the state of an assignment forbids (contract.md §2). The transaction holds the row.
 * @throws ApiError 409
 */
export function requireAllowed(assignment: AssignmentFacts, action: JudgedAction): void {
  const why = allows(assignment, action);
  if (why !== null) throw stateRefusal(action, why).error(assignment.status);
}

/** The run of an assignment's present generation. */
export function assignmentRunOf({ id, generation, platform }: Assignment): AssignmentRun {
  return { assignmentId: id, generation, platform };
}
