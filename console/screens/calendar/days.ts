import { getWeeksInMonth, parseDate, startOfMonth, startOfWeek } from '@internationalized/date';
import { beginningOf, dayOf, momentOf } from '../../words/clock';

/** Calendar days are texts such as `2026-12-01`, in the zone of the user. */
const daysAWeek = 7;

/** The day of the user. */
export function todayOf(nowMs: number, timezone: string): string {
  return dayOf(new Date(nowMs).toISOString(), timezone);
}

export function addDays(day: string, count: number): string {
  return parseDate(day).add({ days: count }).toString();
}

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

/** The moments between which these days lie: from, and before. */
export function spanOf(days: readonly string[], timezone: string): { from: string; to: string } {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A span has a day at least.');
  return { from: beginningOf(first, timezone), to: beginningOf(addDays(last, 1), timezone) };
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

const hourMs = 3_600_000;
const offeredClock = '09:00';

/** The time that a new post of a day begins with: nine in the morning, later on today the next full hour. Null: the day is over. */
export function offeredTime(day: string, nowMs: number, timezone: string): string | null {
  const morning = momentOf(`${day}T${offeredClock}`, timezone);
  if (morning !== null && Date.parse(morning) > nowMs) return morning;
  const next = new Date(Math.ceil((nowMs + 1) / hourMs) * hourMs).toISOString();
  return dayOf(next, timezone) === day ? next : null;
}
