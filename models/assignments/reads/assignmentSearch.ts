import type { ContentType } from '../../../domain/assignment';
import { searchRowsMax, searchTotalMax } from '../../../domain/limits';
import { Assignment } from '../Assignment';
import type { AssignmentFilter } from './assignmentPage';
import { constant, join, param, sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { ofTenant, plannedAnew } from '../../database/fragments';
import { firstRow, rows } from '../../database/sql';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';

/** The sort orders of a search, each with its column. */
const sortColumns = {
  createdAt: sql`a.created_at`,
  scheduledAt: sql`a.scheduled_at`,
  publishedAt: sql`a.published_at`,
} as const;
export type SortKey = keyof typeof sortColumns;
const directions = { ASC: sql`ASC`, DESC: sql`DESC` } as const;
export type Direction = keyof typeof directions;

export interface AssignmentSearch extends AssignmentFilter {
  type?: ContentType | undefined;
  scheduledFrom?: Date | undefined;
  scheduledTo?: Date | undefined;
  /** Part of a title or of an external id, in any case. */
  search?: string | undefined;
  sort: { readonly key: SortKey; readonly direction: Direction };
}

export interface SearchResult {
  /** The ids of the page, in order; null for a page that lies behind `searchRowsMax` rows of many. */
  ids: readonly string[] | null;
  /** The number of matches, `searchTotalMax` at most. */
  total: number;
  /** False if there are more matches than that. */
  isTotalExact: boolean;
}

/**
 * One page of what fits a filter. Few are gathered and sorted; of more than `searchTotalMax`, the index of the order is
 * walked, and soon has enough. Neither reads a list of a million to its end
 * (models/assignments/reads/README.md). Where the key is not set is last, in either direction.
 */
export async function searchAssignments(tenant: Tenant, search: AssignmentSearch): Promise<SearchResult> {
  const { limit, page } = search;
  const where = conditionsOf(search);
  const values = { ...tenantValues(tenant), ...valuesOf(search), limit, offset: (page - 1) * limit };
  const gathered = await gather(where, values, search.sort);
  if (gathered.total <= searchTotalMax) return { ...gathered, isTotalExact: true };
  const isTooFar = page * limit > searchRowsMax;
  const ids = isTooFar ? null : await walk(where, values, search.sort);
  return { ids, total: searchTotalMax, isTotalExact: false };
}

type Values = Parameters<typeof rows>[2] & { limit: number; offset: number };

/** The condition of each part of a filter that is given. */
const conditions: Readonly<Partial<Record<keyof AssignmentSearch, Fragment<never>>>> = {
  status: sql`a.status = ${param('status', 'text')}`,
  platform: sql`a.platform = ${param('platform', 'text')}`,
  type: sql`a.type = ${param('type', 'text')}`,
  connectionId: sql`a.connection_id = ${param('connectionId', 'uuid')}`,
  externalId: sql`a.external_id = ${param('externalId', 'text')}`,
  dateFrom: sql`a.created_at >= ${param('dateFrom', 'timestamptz')}`,
  dateTo: sql`a.created_at < ${param('dateTo', 'timestamptz')}`,
  scheduledFrom: sql`a.scheduled_at >= ${param('scheduledFrom', 'timestamptz')}`,
  scheduledTo: sql`a.scheduled_at < ${param('scheduledTo', 'timestamptz')}`,
  // The expression of the index `assignments_by_text`.
  search: sql`lower(coalesce(a.title, '') || chr(10) || coalesce(a.external_id, '')) LIKE lower(${param('search', 'text')})`,
};

function conditionsOf(search: AssignmentSearch): Fragment<never> {
  const given = Object.entries(conditions).filter(([name]) => Reflect.get(search, name) !== undefined);
  return join([ofTenant('a'), ...given.map(([, condition]) => condition)], ' AND ');
}

function valuesOf({ page: _page, limit: _limit, sort: _sort, search, ...filter }: AssignmentSearch) {
  const given = { ...filter, ...(search !== undefined && { search: `%${search.replace(/[\\%_]/g, '\\$&')}%` }) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const limit = param('limit', 'bigint');
const offset = param('offset', 'bigint');

/** Finds what there is, until it is too much; if it is not, it has the page. */
async function gather(where: Fragment<never>, values: Values, { key, direction }: AssignmentSearch['sort']) {
  const order = directions[direction];
  const found = await firstRow<{ total: number; ids: string[] }>(
    Assignment,
    sql`${plannedAnew} WITH found AS MATERIALIZED (
       SELECT a.id, ${sortColumns[key]} AS key FROM assignments a WHERE ${where} LIMIT ${constant(searchTotalMax + 1)}),
     total AS (SELECT count(*)::int AS total FROM found)
     SELECT total, ARRAY(
       SELECT id FROM found WHERE total <= ${constant(searchTotalMax)}
       ORDER BY key ${order} NULLS LAST, id ${order} LIMIT ${limit} OFFSET ${offset}) AS ids FROM total`,
    values,
  );
  if (!found) throw new Error('a count has no row');
  return found;
}

/** Reads in the order of an index what fits, those without the key after all others. */
async function walk(
  where: Fragment<never>,
  values: Values,
  { key, direction }: AssignmentSearch['sort'],
): Promise<string[]> {
  const column = sortColumns[key];
  const order = directions[direction];
  const part = (number: number, condition: Fragment, inOrder: Fragment) =>
    sql`(SELECT ${constant(number)} AS part, a.id, ${column} AS key FROM assignments a WHERE ${where} AND ${condition}
      ORDER BY ${inOrder} LIMIT ${limit} + ${offset})`;
  // Also where the key is null: ordered by the id alone, PostgreSQL may walk all ids that there are.
  const inOrder = sql`${column} ${order}, a.id ${order}`;
  const dated = part(0, sql`${column} IS NOT NULL`, inOrder);
  const undated = part(1, sql`${column} IS NULL`, inOrder);
  const found = await rows<{ id: string }>(
    Assignment,
    sql`${plannedAnew} SELECT id FROM (${key === 'createdAt' ? dated : sql`${dated} UNION ALL ${undated}`}) found
     ORDER BY part, key ${order}, id ${order} LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return found.map(({ id }) => id);
}
