import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

/** Makes those who add something to an organization take turns, until the end of their transactions. */
export const holdOrganization = command(
  'organizations.hold',
  sql`SELECT FROM organizations WHERE id = ${param('organizationId', 'uuid')} FOR NO KEY UPDATE`,
);
