import { DatabaseError } from 'sequelize';
import { Assignment } from './Assignment';
import { claimOf } from './IdempotencyKey';
import type { KeyClaim } from './IdempotencyKey';
import { boundOf, holdOf, insertionFrom } from './newAssignment';
import type { Inserted, NewAssignment } from './newAssignment';
import { firstRow } from './sql';
import { takingOf } from './takeCredits';
import { belongsTo, tenantValues } from './Tenant';
import type { Tenant } from './Tenant';

/**
 * Claims the key of a request, share-locks the connection, takes the credits and writes the job, as
 * `IdempotencyKey.claim`, `Connection.forCreate` and `Assignment.insert` do one after the other in a transaction. One
 * statement does it, which is a transaction of its own: the hot account stays locked for no round trip.
 * @param claim null for a request without a key
 * @returns undefined, with nothing written, where the key is in use, the connection cannot be published to, or the credits
 *   do not suffice or their cycle has ended: the statement does not tell which
 */
export async function insertAtOnce(
  tenant: Tenant,
  job: NewAssignment,
  claim: KeyClaim | null,
): Promise<Inserted | undefined> {
  const claimed = claim && claimOf(tenant, claim);
  const { parts, bound } = takingOf(tenant, holdOf(job), 'channel');
  const sql = `WITH claimed AS (${claimed?.sql ?? 'SELECT 1'}), ${channel}, ${parts}, ${insertionFrom(source)}`;
  const values = { ...claimed?.bound, ...bound, ...boundOf(job), ...tenantValues(tenant), isStarted: true };
  try {
    return await firstRow<Inserted>(Assignment, sql, values);
  } catch (error) {
    if (isUndone(error)) return undefined;
    throw error;
  }
}

const channel = `channel AS (
         SELECT c.id FROM connections c
         WHERE c.id = $connectionId AND ${belongsTo('c')} AND c.platform = $platform AND c.removed_at IS NULL
           AND c.is_active AND c.token_status = 'valid' AND EXISTS (SELECT 1 FROM claimed)
         FOR SHARE)`;

/** A key may have been claimed by then: the division fails, and undoes that, where no credits are held. */
const source = 'claimed LEFT JOIN held ON true WHERE 1 / (held.balance IS NOT NULL)::int = 1';

/** `division_by_zero`, of that. */
function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && 'code' in error.original && error.original.code === '22012';
}
