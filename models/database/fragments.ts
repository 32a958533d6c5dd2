import { plannedAnew as mark } from './DatabaseClient';
import { param, sql } from './fragment';
import type { Fragment } from './fragment';

/** Fragments that the statements of several rooms have. */

/** The rows of tenants, by the alias that statements give them. */
const rowsOfTenants = {
  a: sql`a`,
  assignments: sql`assignments`,
  c: sql`c`,
  d: sql`d`,
  s: sql`s`,
} as const;

/** The condition that a row belongs to a tenant, with the values of `tenantValues`. @param row the row's alias */
export function ofTenant(
  row: keyof typeof rowsOfTenants,
): Fragment<{ readonly workspaceId: string } & { readonly organizationId: string | null }> {
  const alias = rowsOfTenants[row];
  const organizationId = param('organizationId', 'uuid', 'orNull');
  return sql`${alias}.workspace_id = ${param('workspaceId', 'uuid')}
    AND (${organizationId} IS NULL OR ${alias}.organization_id = ${organizationId})`;
}

/** The condition that a column of ids has one of `ids`. For an array PostgreSQL makes a plan each time, as that of another length may be dearer. */
export function isAmong(column: Fragment): Fragment<{ readonly ids: readonly string[] }> {
  return sql`${column} = ANY(${param('ids', 'uuid[]')})`;
}

/** The same where `ids` has a single id: PostgreSQL keeps one plan. */
export function isTheOnly(column: Fragment): Fragment<{ readonly ids: readonly string[] }> {
  return sql`${column} = (${param('ids', 'uuid[]')})[1]`;
}

/** The milliseconds of a moment, to three decimals. */
export function milliseconds(moment: Fragment): Fragment {
  return sql`(extract(epoch FROM ${moment}) * 1000)::float`;
}

/**
 * At the end of a subquery: PostgreSQL asks it once for each outer row, by an index, and does not join it with a scan of
 * the whole table, which it may prefer while it has no statistics.
 */
export const asked = sql`OFFSET 0`;

/** At the beginning of a statement: its text varies, or PostgreSQL has to plan it for its values. */
export const plannedAnew: Fragment = { parts: [mark] };
