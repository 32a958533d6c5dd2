import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarPerSpanMax } from '../../../domain/limits';
import { api, keyOf } from '../../http/client';
import type { AssignmentRow } from '../../resources/assignments/list';
import type { Calendar } from './calendar';
import type { CalendarView } from './search';

/** A post with a time. */
export type Entry = AssignmentRow & { scheduledAt: string };

/** The most posts of each day that are read, by the view. */
const entriesMax = { month: 5, week: 50 } satisfies Record<CalendarView, number>;
const restingMs = 60_000;

/** The beginning of the keys of all calendars. */
export const calendarKey = keyOf('getCalendar');

/** The posts of each of these days. @param days one after the other */
export const calendarQuery = (days: readonly string[], timezone: string, view: CalendarView) =>
  queryOfDays(days, timezone, entriesMax[view]);

/** The posts of one day, as many of them as a dialog shows. */
export const openedDayQuery = (day: string, timezone: string) => queryOfDays([day], timezone, calendarPerSpanMax);

function queryOfDays(days: readonly string[], timezone: string, perSpan: number) {
  return queryOptions({
    queryKey: [...calendarKey, { from: days[0], days: days.length, timezone, perSpan }] as const,
    queryFn: async ({ signal }) => readDays(days, timezone, perSpan, signal),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });
}

async function readDays(
  days: readonly string[],
  timezone: string,
  perSpan: number,
  signal: AbortSignal,
): Promise<Calendar<Entry>> {
  const last = days.at(-1);
  if (last === undefined) throw new Error('A calendar has a day at least.');
  // The clock of other zones is not in the first script of the page.
  const { addDays, beginningOf } = await import('../../words/clock');
  const edges = [...days, addDays(last, 1)].map((day) => beginningOf(day, timezone)).join(',');
  const { spans } = await api.getCalendar({ edges, perSpan }, { signal });
  return days.flatMap((day, place) => {
    const span = spans[place];
    if (!span) return [];
    const { total, isTotalExact, items } = span;
    return { day, total, isTotalExact, entries: items.filter(isEntry) };
  });
}

function isEntry(row: AssignmentRow): row is Entry {
  return row.scheduledAt !== null;
}
