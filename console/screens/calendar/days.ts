import { beginningOf, localOf, momentOf } from '../../words/time';

/** Calendar days are texts such as `2026-12-01`, in the zone of the user. */
const dayMs = 86_400_000;
const daysAWeek = 7;

/** The day on which a moment falls in `timezone`. */
export function dayOf(at: string, timezone: string): string {
  return localOf(at, timezone).slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))];
  const last = new Date(Date.UTC(year, month + count + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The seven days of its week, from Monday. */
export function weekOf(day: string): string[] {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % daysAWeek;
  return Array.from({ length: daysAWeek }, (_none, place) => addDays(day, place - sinceMonday));
}

/** The weeks that its month touches. */
export function monthOf(day: string): string[][] {
  const month = day.slice(0, 7);
  const weeks: string[][] = [];
  let week = weekOf(`${month}-01`);
  while (week.some((one) => one.startsWith(month))) {
    weeks.push(week);
    week = week.map((one) => addDays(one, daysAWeek));
  }
  return weeks;
}

/** All days of the week or the weeks that the calendar shows. */
export function daysShown({ view = 'month', day }: { view?: 'month' | 'week'; day?: string }, today: string): string[] {
  return view === 'month' ? monthOf(day ?? today).flat() : weekOf(day ?? today);
}

/** Tells whether a text is a day that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** The moments between which these days lie: from, and before. */
export function spanOf(days: readonly string[], timezone: string): { from: string; to: string } {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A span has a day at least.');
  return { from: beginningOf(first, timezone), to: beginningOf(addDays(last, 1), timezone) };
}

/** The moment with another day or hour on the wall clock; the rest stays. */
export function movedTo(
  at: string,
  timezone: string,
  { day, hour }: { day: string; hour?: number | undefined },
): string {
  const local = localOf(at, timezone);
  const time = hour === undefined ? local.slice(11) : `${String(hour).padStart(2, '0')}${local.slice(13)}`;
  return momentOf(`${day}T${time}`, timezone)?.toISOString() ?? at;
}

/** Groups items by the first `length` letters of their wall clock, `2026-12-01T09:30`: 10 the day, 13 the hour. */
export function groupByClock<Item extends { scheduledAt: string }>(
  items: readonly Item[],
  timezone: string,
  length: 10 | 13,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = localOf(item.scheduledAt, timezone).slice(0, length);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
