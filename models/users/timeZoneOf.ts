import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const readZone = statement(
  'users.timeZone',
  z.strictObject({ timezone: z.string() }),
  sql`SELECT u.timezone FROM users u
      WHERE u.id = coalesce(${param('userId', 'uuid', 'orNull')}, (
        SELECT m.user_id FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE o.workspace_id = ${param('workspaceId', 'uuid')} AND o.is_root AND m.role = 'owner'))`,
);

/** The time zone of a person; without one, that of the workspace, which is its owner's. `UTC` where nobody has set another. */
export async function timeZoneOf({ workspaceId }: Tenant, userId: string | null): Promise<string> {
  return (await readZone.first({ workspaceId, userId }))?.timezone ?? 'UTC';
}
