import type { ContentType } from '../../../domain/assignment';
import { searchRowsMax, searchTotalMax } from '../../../domain/limits';
import { Assignment } from '../Assignment';
import type { AssignmentFilter } from './assignmentPage';
import { plannedAnew } from '../../database/DatabaseClient';
import { firstRow, rows } from '../../database/sql';
import { belongsTo, tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';

/** The sort orders of a search, each with its column. */
const sortColumns = { createdAt: 'created_at', scheduledAt: 'scheduled_at', publishedAt: 'published_at' } as const;
export type SortKey = keyof typeof sortColumns;
export type Direction = 'ASC' | 'DESC';

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
const conditions: Readonly<Partial<Record<keyof AssignmentSearch, string>>> = {
  status: 'a.status = $status',
  platform: 'a.platform = $platform',
  type: 'a.type = $type',
  connectionId: 'a.connection_id = $connectionId',
  externalId: 'a.external_id = $externalId',
  dateFrom: 'a.created_at >= $dateFrom',
  dateTo: 'a.created_at < $dateTo',
  scheduledFrom: 'a.scheduled_at >= $scheduledFrom',
  scheduledTo: 'a.scheduled_at < $scheduledTo',
  // The expression of the index `assignments_by_text`.
  search: `lower(coalesce(a.title, '') || chr(10) || coalesce(a.external_id, '')) LIKE lower($search)`,
};

function conditionsOf(search: AssignmentSearch): string {
  const given = Object.entries(conditions).filter(([name]) => Reflect.get(search, name) !== undefined);
  return [belongsTo('a'), ...given.map(([, condition]) => condition)].join(' AND ');
}

function valuesOf({ page: _page, limit: _limit, sort: _sort, search, ...filter }: AssignmentSearch) {
  const given = { ...filter, ...(search !== undefined && { search: `%${search.replace(/[\\%_]/g, '\\$&')}%` }) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Finds what there is, until it is too much; if it is not, it has the page. */
async function gather(where: string, values: Values, { key, direction }: AssignmentSearch['sort']) {
  const found = await firstRow<{ total: number; ids: string[] }>(
    Assignment,
    `${plannedAnew} WITH found AS MATERIALIZED (
       SELECT a.id, a.${sortColumns[key]} AS key FROM assignments a WHERE ${where} LIMIT ${searchTotalMax + 1}),
     total AS (SELECT count(*)::int AS total FROM found)
     SELECT total, ARRAY(
       SELECT id FROM found WHERE total <= ${searchTotalMax}
       ORDER BY key ${direction} NULLS LAST, id ${direction} LIMIT $limit OFFSET $offset) AS ids FROM total`,
    values,
  );
  if (!found) throw new Error('a count has no row');
  return found;
}

/** Reads in the order of an index what fits, those without the key after all others. */
async function walk(where: string, values: Values, { key, direction }: AssignmentSearch['sort']): Promise<string[]> {
  const column = `a.${sortColumns[key]}`;
  const part = (number: number, condition: string, order: string) =>
    `(SELECT ${number} AS part, a.id, ${column} AS key FROM assignments a WHERE ${where} AND ${condition}
      ORDER BY ${order} LIMIT $limit::bigint + $offset::bigint)`;
  // Also where the key is null: ordered by the id alone, PostgreSQL may walk all ids that there are.
  const order = `${column} ${direction}, a.id ${direction}`;
  const dated = part(0, `${column} IS NOT NULL`, order);
  const undated = part(1, `${column} IS NULL`, order);
  const found = await rows<{ id: string }>(
    Assignment,
    `${plannedAnew} SELECT id FROM (${key === 'createdAt' ? dated : `${dated} UNION ALL ${undated}`}) found
     ORDER BY part, key ${direction}, id ${direction} LIMIT $limit OFFSET $offset`,
    values,
  );
  return found.map(({ id }) => id);
}
