import { rolesFor } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import { join, sql, word } from '../database/fragment';
import type { Fragment } from '../database/fragment';

/**
 * The condition that the user who has begun an act may still do it, in the organization of the row. A member may lose a
 * role, or be removed, before the act ends. A null user column stands for no user.
 * @param organizationId the row's column that has the organization
 * @param by the row's column that has the user
 */
export function isStillPermitted(
  action: TenantAction | MemberAction,
  organizationId: Fragment,
  by: Fragment,
): Fragment {
  const allowed = rolesFor(action).map((role) => word(role));
  return sql`(${by} IS NULL OR EXISTS (
  SELECT FROM memberships m
  WHERE m.organization_id = ${organizationId} AND m.user_id = ${by} AND m.role IN (${join(allowed, ', ')})))`;
}
