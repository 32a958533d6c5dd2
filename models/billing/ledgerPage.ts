import { z } from 'zod';
import { prices } from '../../domain/credits';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';
import { Id } from '../../domain/ids';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { statement } from '../database/statement';
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

/** The operation that an entry of the ledger can be for. */
export const creditOperation = z.enum(prices.map(({ operation }) => operation));

export const workspaceId = param('workspaceId', 'uuid');
export const dateFrom = param('dateFrom', 'timestamptz', 'orNull');
export const dateTo = param('dateTo', 'timestamptz', 'orNull');

/** The condition that an entry is of a workspace and in a range, with the values of `rangeValues`. */
export const inRange = sql`e.workspace_id = ${workspaceId}
  AND e.created_at >= coalesce(${dateFrom}, '-infinity')
  AND e.created_at < coalesce(${dateTo}, 'infinity')`;

export function rangeValues({ workspaceId }: Tenant, { dateFrom, dateTo }: LedgerRange) {
  return { workspaceId, dateFrom: dateFrom ?? null, dateTo: dateTo ?? null };
}

const type = param('type', 'text', 'orNull');
const pattern = param('pattern', 'text', 'orNull');
/** The condition that an entry of a workspace fits a filter, with the values of `filterValues`. */
const fits = sql`${inRange}
  AND (${type} IS NULL OR e.type = ${type})
  AND (${pattern} IS NULL OR e.description ILIKE ${pattern} OR e.assignment_id = ${param('assignmentId', 'uuid', 'orNull')})`;

function filterValues(tenant: Tenant, { type, search, ...range }: LedgerFilter) {
  return {
    ...rangeValues(tenant, range),
    type: type ?? null,
    pattern: search === undefined ? null : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`,
    assignmentId: search !== undefined && Id.safeParse(search).success ? search : null,
  };
}

const columns = sql`e.id, e.seq, e.type, e.credits, e.amount, e.balance_after AS "balanceAfter", e.operation,
  e.assignment_id AS "assignmentId", e.user_id AS "userId", e.description, e.created_at AS "createdAt"`;

const Entry = z.strictObject({
  id: z.uuid(),
  seq: z.int(),
  type: z.custom<CreditEntryType>(),
  credits: z.int(),
  amount: z.int(),
  balanceAfter: z.int(),
  operation: z.custom<CreditOperation>().nullable(),
  assignmentId: z.uuid().nullable(),
  userId: z.uuid().nullable(),
  description: z.string(),
  createdAt: z.date(),
});
export type LedgerEntry = z.infer<typeof Entry>;

const readPage = statement(
  'billing.readPage',
  Entry,
  sql`SELECT ${columns} FROM credit_entries e WHERE ${fits}
      ORDER BY e.created_at DESC, e.seq DESC LIMIT ${param('limit', 'bigint')} OFFSET ${param('offset', 'bigint')}`,
);

const countEntries = statement(
  'billing.countEntries',
  z.strictObject({ total: z.int() }),
  sql`SELECT count(*) AS total FROM credit_entries e WHERE ${fits}`,
);

/** One page of a workspace's ledger, newest first, and the number of entries that fit the filter. */
export async function pageOfEntries(
  tenant: Tenant,
  { page, limit, ...filter }: PageFilter,
): Promise<{ items: LedgerEntry[]; total: number }> {
  const values = filterValues(tenant, filter);
  const [items, counted] = await Promise.all([
    readPage.all({ ...values, limit, offset: (page - 1) * limit }),
    countEntries.first(values),
  ]);
  return { items, total: counted?.total ?? 0 };
}

const readEntry = statement(
  'billing.readEntry',
  Entry,
  sql`SELECT ${columns} FROM credit_entries e WHERE e.workspace_id = ${workspaceId} AND e.id = ${param('id', 'uuid')}`,
);

/** One entry of a workspace's ledger. */
export async function findEntry({ workspaceId }: Tenant, id: string): Promise<LedgerEntry | null> {
  return (await readEntry.first({ workspaceId, id })) ?? null;
}

/** The number of entries read at a time: so few that each statement takes some milliseconds. */
const batchSize = 2_000;

/** An entry, and its time as PostgreSQL has it: to the microsecond, which a `Date` has not. */
const PlacedEntry = z.strictObject({ ...Entry.shape, placedAt: z.string() });

const batchAfter = <Binds>(condition: Fragment<Binds>) =>
  sql`SELECT ${columns}, e.created_at::text AS "placedAt" FROM credit_entries e WHERE ${fits} ${condition}
             ORDER BY e.created_at DESC, e.seq DESC LIMIT ${constant(batchSize)}`;
const firstBatch = statement('billing.firstBatch', PlacedEntry, batchAfter(sql``));
const nextBatch = statement(
  'billing.nextBatch',
  PlacedEntry,
  batchAfter(sql`AND (e.created_at, e.seq) < (${param('placedAt', 'exactTime')}, ${param('seq', 'bigint')})`),
);

/**
 * The entries of a workspace's ledger that fit a filter, newest first, however many. Each batch is a statement of its
 * own that begins behind the batch before: so nothing is open, in PostgreSQL or here, while the reader does not ask for
 * more. Entries written meanwhile are not seen.
 */
export async function* batchesOfEntries(tenant: Tenant, filter: LedgerFilter): AsyncGenerator<readonly LedgerEntry[]> {
  const values = filterValues(tenant, filter);
  let last: z.infer<typeof PlacedEntry> | undefined;
  for (;;) {
    const batch = await (last
      ? nextBatch.all({ ...values, placedAt: last.placedAt, seq: last.seq })
      : firstBatch.all(values));
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}
