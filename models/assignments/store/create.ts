import { UniqueConstraintError } from 'sequelize';
import { Assignment } from '../Assignment';
import type { Transaction } from '../../database/transaction';
import { keyConstraint } from '../IdempotencyKey';
import { firstRow } from '../../database/sql';
import type { Tenant } from '../../database/Tenant';
import { createStatement } from './createStatement';
import type { Beside, NewAssignment } from './createStatement';

export type { Beside, NewAssignment } from './createStatement';

/** An assignment that was created. */
export interface Created {
  createdAt: Date;
  /** To be dispatched after the commit; null if nothing is to be, or the start waits for a place. */
  outboxId: number | null;
  /** Of the workspace, with the hold taken. */
  balance: number;
}

/**
 * Creates an assignment, `pending` in generation 1, with all that its caller is promised: the hold of its credits, its event, its
 * statistics, its use of uploaded files, the order to start its run, and the key of its request. One statement does it, which
 * is a transaction of its own: the hot account stays locked for no round trip.
 * @returns null, with nothing written, where the key is in use, the channel is no longer as it was read or cannot be published to,
 *   a file is not there, the credits do not suffice, or their cycle has ended. The statement does not say which. A transaction
 *   may be aborted then: nothing more can be done in it
 */
export async function create(
  tenant: Tenant,
  assignment: NewAssignment,
  beside: Beside,
  transaction?: Transaction,
): Promise<Created | null> {
  const { sql, bound } = createStatement(tenant, assignment, beside);
  try {
    return (await firstRow<Created>(Assignment, sql, bound, transaction)) ?? null;
  } catch (error) {
    if (isKeyUsed(error)) return null;
    throw error;
  }
}

/** A request with the same key has come first, while this one waited for the account. */
function isKeyUsed(error: unknown): boolean {
  return (
    error instanceof UniqueConstraintError &&
    'constraint' in error.original &&
    error.original.constraint === keyConstraint
  );
}
