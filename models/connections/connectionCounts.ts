import { Connection } from './Connection';
import { firstRow } from '../database/sql';
import { belongsTo, tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

export interface ConnectionCounts {
  total: number;
  active: number;
  /** Active ones whose channel has to be connected again. */
  needsAttention: number;
}

/** The number of a tenant's connections, without removed ones. */
export async function countConnections(tenant: Tenant): Promise<ConnectionCounts> {
  const counts = await firstRow<ConnectionCounts>(
    Connection,
    `SELECT count(*) AS total, count(*) FILTER (WHERE is_active) AS active,
            count(*) FILTER (WHERE is_active AND token_status <> 'valid') AS "needsAttention"
     FROM connections c WHERE ${belongsTo('c')} AND removed_at IS NULL`,
    tenantValues(tenant),
  );
  return counts ?? { total: 0, active: 0, needsAttention: 0 };
}
