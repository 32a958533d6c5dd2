import { z } from 'zod';
import { creditEntryTypes } from '../../domain/credits';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';
import { creditOperation, dateFrom, dateTo, inRange, rangeValues, workspaceId } from './ledgerPage';
import type { LedgerRange } from './ledgerPage';
import { sql } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** The sums of a range of a ledger. */
export interface LedgerOverview {
  /** The credits of each kind of entry in the range. */
  totals: ReadonlyMap<CreditEntryType, number>;
  /** Charged credits by operation, the most expensive operation first. */
  byOperation: readonly { operation: CreditOperation; credits: number; count: number }[];
  /** Charged credits of each day (UTC) in the range since the ledger began, the oldest first. */
  byDay: readonly { date: string; credits: number }[];
}

const sumUp = statement(
  'billing.sumsOfLedger',
  z.strictObject({
    type: z.enum(creditEntryTypes),
    operation: creditOperation.nullable(),
    credits: z.int(),
    count: z.int(),
  }),
  sql`SELECT e.type, e.operation, sum(e.credits) AS credits, count(*) AS count FROM credit_entries e
      WHERE ${inRange} GROUP BY 1, 2 ORDER BY credits DESC, e.operation`,
);

/** The charged credits by day, from the first entry until today: a range without an end would have days without end. */
const chargeByDay = statement(
  'billing.chargedByDay',
  z.strictObject({ date: z.string(), credits: z.int() }),
  sql`WITH bounds AS (
        SELECT (greatest(${dateFrom}, min(e.created_at)) AT TIME ZONE 'UTC')::date AS first_day,
               (least(${dateTo} - interval '1 microsecond', now()) AT TIME ZONE 'UTC')::date AS last_day
        FROM credit_entries e WHERE e.workspace_id = ${workspaceId}),
      charged AS (
        SELECT (e.created_at AT TIME ZONE 'UTC')::date AS day, sum(e.credits) AS credits FROM credit_entries e
        WHERE ${inRange} AND e.type = 'charge' GROUP BY 1)
      SELECT to_char(days.day, 'YYYY-MM-DD') AS date, coalesce(charged.credits, 0) AS credits
      FROM bounds CROSS JOIN LATERAL generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') AS days (day)
      LEFT JOIN charged ON charged.day = days.day::date ORDER BY days.day`,
);

/** Adds up a range of a workspace's ledger. */
export async function overviewOfLedger(tenant: Tenant, range: LedgerRange): Promise<LedgerOverview> {
  const values = rangeValues(tenant, range);
  const sums = await sumUp.all(values);
  const totals = new Map<CreditEntryType, number>();
  for (const { type, credits } of sums) totals.set(type, (totals.get(type) ?? 0) + credits);
  const byOperation = sums.flatMap(({ type, operation, credits, count }) =>
    type === 'charge' && operation !== null ? [{ operation, credits, count }] : [],
  );
  return { totals, byOperation, byDay: await chargeByDay.all(values) };
}
