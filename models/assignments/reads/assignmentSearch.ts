import { z } from 'zod';
import type { ContentType } from '../../../domain/assignment';
import { searchRowsMax, searchTotalMax } from '../../../domain/limits';
import type { AssignmentFilter } from './assignmentPage';
import { bind, bindingsOf, constant, join, param, sql } from '../../database/fragment';
import type { BoundFragment, Fragment } from '../../database/fragment';
import { ofTenant, plannedAnew } from '../../database/fragments';
import { statementFamily } from '../../database/statement';
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
  /** False if there are more than `searchTotalMax` matches. */
  isTotalExact: boolean;
}

/**
 * One page of the matches of a filter. Few matches are gathered and sorted; for more than `searchTotalMax`, the index
 * of the order is walked until the page is full. Neither way reads a list of a million to its end
 * (models/assignments/reads/README.md). Rows without the key come last, in either direction.
 */
export async function searchAssignments(tenant: Tenant, search: AssignmentSearch): Promise<SearchResult> {
  const { limit, page } = search;
  const { gather, walk, values } = statementsOfSearch(tenant, search);
  const asked = { ...values, limit, offset: (page - 1) * limit };
  const gathered = await gather.first(asked);
  if (!gathered) throw new Error('a count has no row');
  if (gathered.total <= searchTotalMax) return { ...gathered, isTotalExact: true };
  const isTooFar = page * limit > searchRowsMax;
  const ids = isTooFar ? null : (await walk.all(asked)).map(({ id }) => id);
  return { ids, total: searchTotalMax, isTotalExact: false };
}

type Conditions = {
  readonly [Key in keyof AssignmentSearch]?: (value: NonNullable<AssignmentSearch[Key]>) => BoundFragment;
};

/** The condition of each part of a filter that is given. */
const conditions: Conditions = {
  status: (status) => bind(sql`a.status = ${param('status', 'text')}`, { status }),
  platform: (platform) => bind(sql`a.platform = ${param('platform', 'text')}`, { platform }),
  type: (type) => bind(sql`a.type = ${param('type', 'text')}`, { type }),
  connectionId: (connectionId) => bind(sql`a.connection_id = ${param('connectionId', 'uuid')}`, { connectionId }),
  externalId: (externalId) => bind(sql`a.external_id = ${param('externalId', 'text')}`, { externalId }),
  dateFrom: (dateFrom) => bind(sql`a.created_at >= ${param('dateFrom', 'timestamptz')}`, { dateFrom }),
  dateTo: (dateTo) => bind(sql`a.created_at < ${param('dateTo', 'timestamptz')}`, { dateTo }),
  removal: (removal) =>
    removal === 'none'
      ? bind(sql`a.removal IS NULL`, {})
      : bind(sql`a.removal IS NOT NULL AND a.removal->>'state' = ${param('removal', 'text')}`, { removal }),
  scheduledFrom: (scheduledFrom) =>
    bind(sql`a.scheduled_at >= ${param('scheduledFrom', 'timestamptz')}`, { scheduledFrom }),
  scheduledTo: (scheduledTo) => bind(sql`a.scheduled_at < ${param('scheduledTo', 'timestamptz')}`, { scheduledTo }),
  // The expression of the index `assignments_by_text`.
  search: (words) =>
    bind(
      sql`lower(coalesce(a.title, '') || chr(10) || coalesce(a.external_id, '')) LIKE lower(${param('search', 'text')})`,
      { search: `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%` },
    ),
};

function conditionOf(tenant: Tenant, search: AssignmentSearch): BoundFragment {
  const parts = [bind(ofTenant('a'), tenantValues(tenant))];
  for (const [name, condition] of Object.entries(conditions)) {
    const value: unknown = Reflect.get(search, name);
    if (value !== undefined) parts.push(Reflect.apply(condition, undefined, [value]));
  }
  const text = join(
    parts.map((part) => part.text),
    ' AND ',
  );
  return { text, values: bindingsOf(parts) };
}

const limit = param('limit', 'bigint');
const offset = param('offset', 'bigint');

const gathering = statementFamily('assignments.gather', z.strictObject({ total: z.int(), ids: z.array(z.uuid()) }));

/** The statement that finds all matches, until there are too many; if not too many, it answers the page, too. */
function gatherOf({ text: where }: BoundFragment, { key, direction }: AssignmentSearch['sort']) {
  const order = directions[direction];
  return gathering(
    sql`${plannedAnew} WITH found AS MATERIALIZED (
       SELECT a.id, ${sortColumns[key]} AS key FROM assignments a WHERE ${where} LIMIT ${constant(searchTotalMax + 1)}),
     total AS (SELECT count(*)::int AS total FROM found)
     SELECT total, ARRAY(
       SELECT id FROM found WHERE total <= ${constant(searchTotalMax)}
       ORDER BY key ${order} NULLS LAST, id ${order} LIMIT ${limit} OFFSET ${offset}) AS ids FROM total`,
  );
}

const walking = statementFamily('assignments.walk', z.strictObject({ id: z.uuid() }));

/** The statement that reads the matches in the order of an index, rows without the key after all others. */
function walkOf({ text: where }: BoundFragment, { key, direction }: AssignmentSearch['sort']) {
  const column = sortColumns[key];
  const order = directions[direction];
  const part = (number: number, condition: Fragment, inOrder: Fragment) =>
    sql`(SELECT ${constant(number)} AS part, a.id, ${column} AS key FROM assignments a WHERE ${where} AND ${condition}
      ORDER BY ${inOrder} LIMIT ${limit} + ${offset})`;
  // Also where the key is null: ordered by the id alone, PostgreSQL may walk all existing ids.
  const inOrder = sql`${column} ${order}, a.id ${order}`;
  const dated = part(0, sql`${column} IS NOT NULL`, inOrder);
  const undated = part(1, sql`${column} IS NULL`, inOrder);
  return walking(
    sql`${plannedAnew} SELECT id FROM (${key === 'createdAt' ? dated : sql`${dated} UNION ALL ${undated}`}) found
     ORDER BY part, key ${order}, id ${order} LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** The two statements of a search, and the values of its conditions. */
export function statementsOfSearch(tenant: Tenant, search: AssignmentSearch) {
  const where = conditionOf(tenant, search);
  return { gather: gatherOf(where, search.sort), walk: walkOf(where, search.sort), values: where.values };
}
