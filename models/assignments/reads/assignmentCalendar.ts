import { z } from 'zod';
import { calendarTotalMax } from '../../../domain/limits';
import { constant, param, sql } from '../../database/fragment';
import { ofTenant, plannedAnew } from '../../database/fragments';
import { statement } from '../../database/statement';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';

const Row = z.strictObject({ from: z.date(), total: z.int(), ids: z.array(z.uuid()) });

const inSpan = sql`${ofTenant('a')} AND a.scheduled_at >= span."from" AND a.scheduled_at < span."to"`;

/** Reads `assignments_by_schedule` once for each span, so far as it counts. */
const readCalendar = statement(
  'assignments.calendar',
  Row,
  sql`${plannedAnew} SELECT span."from",
        (SELECT count(*)::int FROM (SELECT FROM assignments a WHERE ${inSpan} LIMIT ${constant(calendarTotalMax + 1)}) found) AS total,
        ARRAY(SELECT a.id FROM assignments a WHERE ${inSpan}
              ORDER BY a.scheduled_at, a.id LIMIT ${param('limit', 'bigint')}) AS ids
      FROM unnest(${param('froms', 'text[]')}::timestamptz[], ${param('tos', 'text[]')}::timestamptz[])
        WITH ORDINALITY AS span("from", "to", place)
      ORDER BY span.place`,
);

/** The assignments of a span of time. */
export interface CalendarSpan {
  from: Date;
  /** How many there are, `calendarTotalMax` at most. */
  total: number;
  /** False if there are more than `calendarTotalMax`. */
  isTotalExact: boolean;
  /** The first of them by their times. */
  ids: readonly string[];
}

/**
 * A tenant's assignments by the spans between each two edges, in their order, empty ones too.
 * @param edges a span that does not end after it begins has none
 * @param limit of the ids of each span
 */
export async function assignmentCalendar(
  tenant: Tenant,
  edges: readonly Date[],
  limit: number,
): Promise<CalendarSpan[]> {
  const texts = edges.map((edge) => edge.toISOString());
  const spans = { froms: texts.slice(0, -1), tos: texts.slice(1) };
  const found = await readCalendar.all({ ...tenantValues(tenant), ...spans, limit });
  return found.map(({ from, total, ids }) => ({
    from,
    total: Math.min(total, calendarTotalMax),
    isTotalExact: total <= calendarTotalMax,
    ids,
  }));
}
