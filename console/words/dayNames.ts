import { dateFormat } from './formats';

/** "Mon". */
export function weekdayName(day: string, locale: string): string {
  return format(day, locale, { weekday: 'short' });
}

/** "1", and "1 Dec" on the first of a month. */
export function dayName(day: string, locale: string): string {
  return format(day, locale, day.endsWith('-01') ? { day: 'numeric', month: 'short' } : { day: 'numeric' });
}

/** "Tuesday, 1 December". */
export function longDayName(day: string, locale: string): string {
  return format(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** "December 2026". */
export function monthName(day: string, locale: string): string {
  return format(day, locale, { month: 'long', year: 'numeric' });
}

/** "December 14 – 20, 2026". */
export function weekName(week: readonly string[], locale: string): string {
  const [first = '', ...others] = week;
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(locale, style).formatRange(new Date(first), new Date(others.at(-1) ?? first));
}

function format(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
}
