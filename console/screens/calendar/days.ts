import { getWeeksInMonth, parseDate, startOfMonth, startOfWeek } from '@internationalized/date';
import { addDays, beginningOf, spanOf } from '../../words/clock';

/** Calendar days are texts such as `2026-12-01`, in the zone of the user. */
const daysAWeek = 7;

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  return parseDate(day).add({ months: count }).toString();
}

/** The seven days of its week, from Monday. */
export function weekOf(day: string): string[] {
  const monday = startOfWeek(parseDate(day), 'en', 'mon');
  return Array.from({ length: daysAWeek }, (_none, place) => monday.add({ days: place }).toString());
}

/** The weeks that its month touches. */
export function monthOf(day: string): string[][] {
  const first = startOfMonth(parseDate(day));
  const count = getWeeksInMonth(first, 'en', 'mon');
  return Array.from({ length: count }, (_none, place) => weekOf(first.add({ weeks: place }).toString()));
}

/** All days of the week or the weeks that the calendar shows. */
export function daysShown({ view = 'month', day }: { view?: 'month' | 'week'; day?: string }, today: string): string[] {
  return view === 'month' ? monthOf(day ?? today).flat() : weekOf(day ?? today);
}

/**
 * The items of each day that has some. It asks for the clock once a day: once an item would take a phone too long.
 * @param items in the order of time
 * @param days one after the other
 */
export function groupByDay<Item extends { scheduledAt: string }>(
  items: readonly Item[],
  days: readonly string[],
  timezone: string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  const atMs = ({ scheduledAt }: Item) => Date.parse(scheduledAt);
  const fromMs = Date.parse(spanOf(days, timezone).from);
  let rest = items.filter((item) => atMs(item) >= fromMs);
  for (const day of days) {
    const endMs = Date.parse(beginningOf(addDays(day, 1), timezone));
    const count = rest.findIndex((item) => atMs(item) >= endMs);
    const group = count === -1 ? rest : rest.slice(0, count);
    if (group.length > 0) groups.set(day, group);
    rest = rest.slice(group.length);
  }
  return groups;
}
