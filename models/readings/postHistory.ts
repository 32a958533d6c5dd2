import { z } from 'zod';
import { platformColumn } from '../database/columns';
import { param, sql } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { statement } from '../database/statement';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

const Row = z.strictObject({
  assignmentId: z.uuid(),
  connectionId: z.uuid(),
  platform: platformColumn,
  publishedAt: z.date().nullable(),
  nextAt: z.date().nullable(),
  waitsForQuota: z.boolean(),
  isOn: z.boolean(),
  /** The connection is there, and its token works. What was granted is not judged here. */
  hasToken: z.boolean(),
  permissions: z.array(z.string()),
});
export type ReadPostFound = z.infer<typeof Row>;

const find = statement(
  'readings.find',
  Row,
  sql`SELECT a.id AS "assignmentId", a.connection_id AS "connectionId", a.platform, a.published_at AS "publishedAt",
             r.next_reading_at AS "nextAt", coalesce(r.waits_for_quota, false) AS "waitsForQuota", w.post_statistics AS "isOn",
             c.removed_at IS NULL AND c.token_status = 'valid' AS "hasToken", c.permissions
      FROM assignments a JOIN connections c ON c.id = a.connection_id JOIN workspaces w ON w.id = a.workspace_id
      LEFT JOIN read_posts r ON r.assignment_id = a.id
      WHERE ${ofTenant('a')} AND a.id = ${param('assignmentId', 'uuid')} AND a.status = 'published'`,
);

/** A published post of a tenant, with what is next for its numbers; undefined for a foreign id as for an unknown one. */
export async function findReadPost(tenant: Tenant, assignmentId: string): Promise<ReadPostFound | undefined> {
  return find.first({ ...tenantValues(tenant), assignmentId });
}
