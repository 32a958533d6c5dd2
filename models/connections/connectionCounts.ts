import { z } from 'zod';
import { sql } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { statement } from '../database/statement';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

const Counts = z.strictObject({
  total: z.int(),
  active: z.int(),
  /** Active ones whose channel has to be connected again. */
  needsAttention: z.int(),
});
export type ConnectionCounts = z.infer<typeof Counts>;

const countThem = statement(
  'connections.count',
  Counts,
  sql`SELECT count(*) AS total, count(*) FILTER (WHERE is_active) AS active,
             count(*) FILTER (WHERE is_active AND token_status <> 'valid') AS "needsAttention"
      FROM connections c WHERE ${ofTenant('c')} AND removed_at IS NULL`,
);

/** The number of a tenant's connections, without removed ones. */
export async function countConnections(tenant: Tenant): Promise<ConnectionCounts> {
  const counts = await countThem.first(tenantValues(tenant));
  return counts ?? { total: 0, active: 0, needsAttention: 0 };
}
