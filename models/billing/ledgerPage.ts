import type { CreditEntryType } from '../../domain/credits';
import { Id } from '../../domain/ids';
import { CreditEntry } from './CreditEntry';
import { rows } from '../database/sql';
import type { Tenant } from '../database/Tenant';

/** When the entries were written: `dateFrom` or later, and before `dateTo`. */
export interface LedgerRange {
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
}

export interface LedgerFilter extends LedgerRange {
  type?: CreditEntryType | undefined;
  /** Part of a description in any case, or the id of an assignment. */
  search?: string | undefined;
}

interface PageFilter extends LedgerFilter {
  page: number;
  limit: number;
}

/** The condition that an entry is of a workspace and in a range, for SQL with the values of `rangeValues`. */
export const inRange = `e.workspace_id = $workspaceId
  AND e.created_at >= coalesce($dateFrom::timestamptz, '-infinity')
  AND e.created_at < coalesce($dateTo::timestamptz, 'infinity')`;

export function rangeValues({ workspaceId }: Tenant, { dateFrom, dateTo }: LedgerRange) {
  return { workspaceId, dateFrom: dateFrom ?? null, dateTo: dateTo ?? null };
}

/** The condition that an entry of a workspace fits a filter, for SQL with the values of `filterValues`. */
const fits = `${inRange}
  AND ($type::text IS NULL OR e.type = $type)
  AND ($pattern::text IS NULL OR e.description ILIKE $pattern OR e.assignment_id = $assignmentId::uuid)`;

function filterValues(tenant: Tenant, { type, search, ...range }: LedgerFilter) {
  return {
    ...rangeValues(tenant, range),
    type: type ?? null,
    pattern: search === undefined ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`,
    assignmentId: search !== undefined && Id.safeParse(search).success ? search : null,
  };
}

const columns = `e.id, e.seq, e.type, e.credits, e.amount, e.balance_after AS "balanceAfter", e.operation,
  e.assignment_id AS "assignmentId", e.user_id AS "userId", e.description, e.created_at AS "createdAt"`;

/** One page of a workspace's ledger, newest first, and how many entries fit the filter. */
export async function pageOfEntries(
  tenant: Tenant,
  { page, limit, ...filter }: PageFilter,
): Promise<{ items: CreditEntry[]; total: number }> {
  const values = filterValues(tenant, filter);
  const [items, [counted]] = await Promise.all([
    rows<CreditEntry>(
      CreditEntry,
      `SELECT ${columns} FROM credit_entries e WHERE ${fits}
       ORDER BY e.created_at DESC, e.seq DESC LIMIT $limit OFFSET $offset`,
      { ...values, limit, offset: (page - 1) * limit },
    ),
    rows<{ total: number }>(CreditEntry, `SELECT count(*) AS total FROM credit_entries e WHERE ${fits}`, values),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** One entry of a workspace's ledger. */
export async function findEntry({ workspaceId }: Tenant, id: string): Promise<CreditEntry | null> {
  return CreditEntry.findOne({ where: { id, workspaceId }, raw: true });
}

/** So many entries are read at a time: few enough that each statement takes some milliseconds. */
const batchSize = 2_000;

/** An entry, and its time as PostgreSQL has it: to the microsecond, which a `Date` has not. */
type PlacedEntry = CreditEntry & { placedAt: string };

/**
 * The entries of a workspace's ledger that fit a filter, newest first, however many they are. Each batch is a statement of
 * its own that begins behind the one before: so nothing is open, in PostgreSQL or here, while nobody asks for the next.
 * Entries written meanwhile are not seen.
 */
export async function* batchesOfEntries(tenant: Tenant, filter: LedgerFilter): AsyncGenerator<readonly CreditEntry[]> {
  const values = filterValues(tenant, filter);
  let last: PlacedEntry | undefined;
  for (;;) {
    const batch: PlacedEntry[] = await rows<PlacedEntry>(
      CreditEntry,
      `SELECT ${columns}, e.created_at::text AS "placedAt"
       FROM credit_entries e
       WHERE ${fits} ${last ? 'AND (e.created_at, e.seq) < ($placedAt::timestamptz, $seq::bigint)' : ''}
       ORDER BY e.created_at DESC, e.seq DESC LIMIT ${batchSize}`,
      { ...values, ...(last && { placedAt: last.placedAt, seq: last.seq }) },
    );
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}
