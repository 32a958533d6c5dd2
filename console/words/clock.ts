import { parseAbsolute, parseDate, parseDateTime, toCalendarDateTime, toTime, toZoned } from '@internationalized/date';
import type { CalendarDateTime } from '@internationalized/date';

/** The time that a wall clock in `timezone` shows at a moment, as an input of the type `datetime-local` has it: `2026-12-01T10:00`. */
export function localOf(at: string, timezone: string): string {
  return toCalendarDateTime(parseAbsolute(at, timezone)).toString().slice(0, 16);
}

/** The day on which a moment falls in `timezone`: `2026-12-01`. */
export function dayOf(at: string, timezone: string): string {
  return localOf(at, timezone).slice(0, 10);
}

/**
 * The moment that a form means by the text of a clock. Null: no such text.
 *
 * - A text that `before` has means `before`.
 * - A text that the clock shows twice means the first moment, or the second if `before` is the second of its own text.
 * - A text that the clock skips means a moment that is as much later as the clock is put forward.
 *
 * @param text `2026-12-01T10:00`
 * @param before the moment that was given or picked last
 */
export function momentOf(text: string, timezone: string, before?: string): string | null {
  const local = readOrNull(text);
  if (!local) return null;
  if (before !== undefined && localOf(before, timezone) === text) return before;
  return momentAt(local, timezone, before);
}

/** A place in a calendar. */
export interface Place {
  /** `2026-12-01` */
  day: string;
  /** Left out: the hour stays. */
  hour?: number | undefined;
}

/** The moment with another day or hour on the wall clock, found as by `momentOf`. The rest stays. */
export function movedTo(at: string, timezone: string, { day, hour }: Place): string {
  const time = toTime(parseAbsolute(at, timezone)).set(hour === undefined ? {} : { hour });
  return momentAt(toCalendarDateTime(parseDate(day), time), timezone, at);
}

/** The same time on the wall clock a day later. */
export function dayLater(at: string, timezone: string): string {
  return movedTo(at, timezone, { day: addDays(dayOf(at, timezone), 1) });
}

function momentAt(local: CalendarDateTime, timezone: string, before?: string): string {
  const isSecond = before !== undefined && twiceAt(before, timezone)?.[1] === before;
  return toZoned(local, timezone, isSecond ? 'later' : 'compatible').toAbsoluteString();
}

/** The two moments at which a clock that is put back shows the same as at this one, in order. Null: it shows that once. */
export function twiceAt(at: string, timezone: string): readonly [string, string] | null {
  const local = toCalendarDateTime(parseAbsolute(at, timezone));
  const first = toZoned(local, timezone, 'earlier').toAbsoluteString();
  const second = toZoned(local, timezone, 'later').toAbsoluteString();
  return first === second ? null : [first, second];
}

/** Tells whether the year has four digits, the first not 0: an input also reports a half-typed year, such as `0020`. */
export function isWholeYear(typed: string): boolean {
  return /^[1-9]\d{3}-/.test(typed);
}

/** The moment at which a day begins in `timezone`. @param day `2026-12-01` */
export function beginningOf(day: string, timezone: string): string {
  return toZoned(parseDate(day), timezone).toAbsoluteString();
}

interface Days {
  dateFrom?: string;
  dateTo?: string;
}

/** A search whose days are moments, as the API takes them: the reader's days begin at other times than UTC's days. */
export function inMoments<Search extends Days>(search: Search, timezone: string): Search {
  const { dateFrom, dateTo } = search;
  return {
    ...search,
    ...(dateFrom !== undefined && { dateFrom: beginningOf(dateFrom, timezone) }),
    ...(dateTo !== undefined && { dateTo: beginningOf(dateTo, timezone) }),
  };
}

function readOrNull(text: string): CalendarDateTime | null {
  try {
    return parseDateTime(text);
  } catch {
    return null;
  }
}

/** The day of the user. */
export function todayOf(nowMs: number, timezone: string): string {
  return dayOf(new Date(nowMs).toISOString(), timezone);
}

/** @param day `2026-12-01` */
export function addDays(day: string, count: number): string {
  return parseDate(day).add({ days: count }).toString();
}

/** The moments between which these days lie: from, and before. */
export function spanOf(days: readonly string[], timezone: string): { from: string; to: string } {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A span has a day at least.');
  return { from: beginningOf(first, timezone), to: beginningOf(addDays(last, 1), timezone) };
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
