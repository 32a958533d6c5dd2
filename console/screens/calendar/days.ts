import { getWeeksInMonth, parseDate, startOfMonth, startOfWeek } from '@internationalized/date';

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
