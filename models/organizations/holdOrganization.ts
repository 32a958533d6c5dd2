import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

/** Makes transactions that add rows to an organization take turns, until their ends. */
export const holdOrganization = command(
  'organizations.hold',
  sql`SELECT FROM organizations WHERE id = ${param('organizationId', 'uuid')} FOR NO KEY UPDATE`,
);
