import { Op } from 'sequelize';
import type { WhereOptions } from 'sequelize';
import type { CreditEntryType } from '../domain/credits';
import { Id } from '../domain/ids';
import { CreditEntry } from './CreditEntry';
import { rows } from './sql';
import type { Tenant } from './Tenant';

/** When the entries were written: `dateFrom` or later, and before `dateTo`. */
export interface LedgerRange {
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
}

export interface LedgerFilter extends LedgerRange {
  type?: CreditEntryType | undefined;
  /** Part of a description in any case, or the id of an assignment. */
  search?: string | undefined;
  page: number;
  limit: number;
}

/** One page of a workspace's ledger, newest first, and how many entries fit the filter. */
export async function pageOfEntries(
  tenant: Tenant,
  filter: LedgerFilter,
): Promise<{ items: CreditEntry[]; total: number }> {
  const { page, limit } = filter;
  const { rows: items, count: total } = await CreditEntry.findAndCountAll({
    where: conditionsOf(tenant, filter),
    order: [
      ['createdAt', 'DESC'],
      ['seq', 'DESC'],
    ],
    limit,
    offset: (page - 1) * limit,
    raw: true,
  });
  return { items, total };
}

function conditionsOf({ workspaceId }: Tenant, { type, dateFrom, dateTo, search }: LedgerFilter): WhereOptions {
  return {
    workspaceId,
    ...(type && { type }),
    ...((dateFrom || dateTo) && {
      createdAt: { ...(dateFrom && { [Op.gte]: dateFrom }), ...(dateTo && { [Op.lt]: dateTo }) },
    }),
    ...(search !== undefined && {
      [Op.or]: [
        { description: { [Op.iLike]: `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%` } },
        ...(Id.safeParse(search).success ? [{ assignmentId: search }] : []),
      ],
    }),
  };
}

/** One entry of a workspace's ledger. */
export async function findEntry({ workspaceId }: Tenant, id: string): Promise<CreditEntry | null> {
  return CreditEntry.findOne({ where: { id, workspaceId }, raw: true });
}

/** The condition that an entry is of a workspace and in a range, for SQL with the values of `rangeValues`. */
export const inRange = `e.workspace_id = $workspaceId
  AND e.created_at >= coalesce($dateFrom::timestamptz, '-infinity')
  AND e.created_at < coalesce($dateTo::timestamptz, 'infinity')`;

export function rangeValues({ workspaceId }: Tenant, { dateFrom, dateTo }: LedgerRange) {
  return { workspaceId, dateFrom: dateFrom ?? null, dateTo: dateTo ?? null };
}

/** So many entries are read at a time: few enough that each statement takes some milliseconds. */
const batchSize = 2_000;

/** An entry, and its time as PostgreSQL has it: to the microsecond, which a `Date` has not. */
type PlacedEntry = CreditEntry & { placedAt: string };

/**
 * A range of a workspace's ledger, newest first, however long it is. Each batch is a statement of its own that begins
 * behind the one before: so nothing is open, in PostgreSQL or here, while nobody asks for the next. Entries written
 * meanwhile are not seen.
 */
export async function* batchesOfEntries(tenant: Tenant, range: LedgerRange): AsyncGenerator<readonly CreditEntry[]> {
  let last: PlacedEntry | undefined;
  for (;;) {
    const batch: PlacedEntry[] = await rows<PlacedEntry>(
      CreditEntry,
      `SELECT e.id, e.seq, e.type, e.credits, e.amount, e.balance_after AS "balanceAfter", e.operation,
              e.assignment_id AS "assignmentId", e.user_id AS "userId", e.description, e.created_at AS "createdAt",
              e.created_at::text AS "placedAt"
       FROM credit_entries e
       WHERE ${inRange} ${last ? 'AND (e.created_at, e.seq) < ($placedAt::timestamptz, $seq::bigint)' : ''}
       ORDER BY e.created_at DESC, e.seq DESC LIMIT ${batchSize}`,
      { ...rangeValues(tenant, range), ...(last && { placedAt: last.placedAt, seq: last.seq }) },
    );
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}
