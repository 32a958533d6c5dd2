import { DatabaseError } from 'pg';
import type { Transaction } from '../../database/transaction';
import { keyConstraint } from '../IdempotencyKey';
import type { Tenant } from '../../database/Tenant';
import { runCreate } from './createStatement';
import type { Beside, Created, NewAssignment } from './createStatement';

export type { Beside, Created, NewAssignment } from './createStatement';

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
  try {
    return (await runCreate(tenant, assignment, beside, transaction)) ?? null;
  } catch (error) {
    if (isKeyUsed(error)) return null;
    throw error;
  }
}

/** A request with the same key has come first, while this one waited for the account. */
function isKeyUsed(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === keyConstraint;
}
