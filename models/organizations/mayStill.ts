import { rolesFor } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';

/**
 * A condition: the user who has begun something may still do it, in the organization of the row. A member may lose a role, or be
 * removed, before what they have begun ends. Where the column is null, it is nobody's.
 * @param row the name of a table or its alias; it has an `organization_id`
 * @param by the column that has the user
 */
export function mayStill(action: TenantAction | MemberAction, row: string, by: string): string {
  const allowed = rolesFor(action).map((role) => `'${role}'`);
  return `(${row}.${by} IS NULL OR EXISTS (
  SELECT FROM memberships m
  WHERE m.organization_id = ${row}.organization_id AND m.user_id = ${row}.${by} AND m.role IN (${allowed.join(', ')})))`;
}
