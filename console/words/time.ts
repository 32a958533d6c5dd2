import { dateFormat, distanceFormat } from './formats';

/** A user's way to write times. */
export interface TimeStyle {
  locale: string;
  /** An IANA name. */
  timezone: string;
}

const dayMs = 86_400_000;
const units = [
  { unit: 'year', ms: 31_536_000_000 },
  { unit: 'month', ms: 2_592_000_000 },
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** The distance of a time from now: "3 hours ago", "in 2 days", "just now". */
export function relativeTime(at: string, nowMs: number, { locale, timezone }: TimeStyle): string {
  const distanceMs = Date.parse(at) - nowMs;
  const fitting = units.find(({ ms }) => Math.abs(distanceMs) >= ms);
  if (!fitting) return distanceMs > 10_000 ? 'in less than a minute' : 'just now';
  // "Tomorrow" is a day of the reader's calendar; "next month" is said of no length of time.
  const isDays = fitting.unit === 'day';
  const format = distanceFormat(locale, isDays ? 'auto' : 'always');
  const distance = isDays ? daysBetween(nowMs, Date.parse(at), timezone) : distanceMs / fitting.ms;
  return format.format(Math.round(distance), fitting.unit);
}

/** The number of midnights of a zone between two moments. */
function daysBetween(fromMs: number, toMs: number, timezone: string): number {
  const dayOf = (atMs: number) => Math.floor((atMs + offsetMs(atMs, timezone)) / dayMs);
  return dayOf(toMs) - dayOf(fromMs);
}

/** The moment in the zone of the reader: "1 Dec 2026, 10:00:05 GMT+1". */
export function absoluteTime(at: string, { locale, timezone }: TimeStyle): string {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone: timezone } as const;
  return dateFormat(locale, style).format(new Date(at));
}

/** A day of UTC, without its year: "1 Dec". @param date `2026-12-01` */
export function shortDay(date: string, { locale }: Pick<TimeStyle, 'locale'>): string {
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
}

/** The same in UTC, as machines write it. */
export function utcTime(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** "850 ms", "12 s", "3 min 5 s", "2 h 10 min", "3 d 4 h". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`;
}

/**
 * The moment that a wall clock in `timezone` shows as `local` (`2026-12-01T10:00`). A time that the clock leaves out when it
 * is put forward is as much later as the clock is. Null: no such text.
 */
export function momentOf(local: string, timezone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset of the zone is that of the moment itself, so it is asked for twice: once near it, once at it.
  const near = asUtc - offsetMs(asUtc, timezone);
  const at = asUtc - offsetMs(near, timezone);
  // Where these differ, the clocks change between them, and no moment may show this time.
  const isSure = offsetMs(at, timezone) === offsetMs(near, timezone);
  return new Date(isSure ? at : Math.max(at, near));
}

/** Tells whether the year of a day or a time has four digits, as long as nobody plans for the Middle Ages: half of one is a year, too. */
export function isWholeYear(typed: string): boolean {
  return /^[1-9]\d{3}-/.test(typed);
}

/** The moment at which a day begins in `timezone`. @param day `2026-12-01` */
export function beginningOf(day: string, timezone: string): string {
  return momentOf(`${day}T00:00`, timezone)?.toISOString() ?? `${day}T00:00:00.000Z`;
}

interface Days {
  dateFrom?: string;
  dateTo?: string;
}

/** A search whose days are moments, as the API takes them: days of the reader begin at other times than those of UTC. */
export function inMoments<Search extends Days>(search: Search, timezone: string): Search {
  const { dateFrom, dateTo } = search;
  return {
    ...search,
    ...(dateFrom !== undefined && { dateFrom: beginningOf(dateFrom, timezone) }),
    ...(dateTo !== undefined && { dateTo: beginningOf(dateTo, timezone) }),
  };
}

/** The time that a wall clock in `timezone` shows, for an input of the type `datetime-local`. */
export function localOf(at: string, timezone: string): string {
  const atMs = Date.parse(at);
  return new Date(atMs + offsetMs(atMs, timezone)).toISOString().slice(0, 16);
}

/** All parts of a moment, for machines. */
const clock = {
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** The leads that a zone has for a whole day (UTC), by zone and day; null: they change within it. */
const leads = new Map<string, number | null>();
/** Beyond it there is no `Date`. */
const lastMs = 8.64e15;

/**
 * The lead of a zone's clocks over UTC at that moment. They change at most once a day, so a day that begins and ends with
 * the same lead has no other one: a calendar of a thousand posts asks a format, which is slow, for its days alone.
 */
function offsetMs(atMs: number, timezone: string): number {
  if (Math.abs(atMs) > lastMs - dayMs) return askedOffsetMs(atMs, timezone);
  const day = Math.floor(atMs / dayMs);
  const name = `${timezone} ${day}`;
  let lead = leads.get(name);
  if (lead === undefined) {
    const [atBeginning, atEnd] = [day, day + 1].map((one) => askedOffsetMs(one * dayMs, timezone));
    lead = atBeginning !== undefined && atBeginning === atEnd ? atBeginning : null;
    leads.set(name, lead);
  }
  return lead ?? askedOffsetMs(atMs, timezone);
}

function askedOffsetMs(atMs: number, timezone: string): number {
  const parts = dateFormat('en-US', { ...clock, timeZone: timezone }).formatToParts(new Date(atMs));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const shown = new Date(0);
  // Unlike `Date.UTC` it takes the years before 100 as they are; those before Christ are counted backwards.
  const year = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
    ? 1 - part('year')
    : part('year');
  shown.setUTCFullYear(year, part('month') - 1, part('day'));
  shown.setUTCHours(part('hour'), part('minute'), part('second'));
  return shown.getTime() - Math.floor(atMs / 1_000) * 1_000;
}
