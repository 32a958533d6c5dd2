import { texts } from '../texts/times';
import { dateFormat, distanceFormat } from './formats';

/** A user's way to write times. */
export interface TimeStyle {
  locale: string;
  /** An IANA name. */
  timezone: string;
}

const dayMs = 86_400_000;
const halfYearMs = 183 * dayMs;
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
  if (!fitting) return distanceMs > 10_000 ? texts.soon : texts.now;
  // "Tomorrow" is a day of the reader's calendar; "next month" is said of no length of time.
  const isDays = fitting.unit === 'day';
  const format = distanceFormat(locale, isDays ? 'auto' : 'always');
  const distance = isDays ? daysBetween(nowMs, Date.parse(at), timezone) : distanceMs / fitting.ms;
  return format.format(Math.round(distance), fitting.unit);
}

/** The number of midnights of a zone between two moments. */
function daysBetween(fromMs: number, toMs: number, timezone: string): number {
  // Swedish days are written as `2026-12-01`.
  const days = dateFormat('sv-SE', { dateStyle: 'short', timeZone: timezone });
  return (Date.parse(days.format(toMs)) - Date.parse(days.format(fromMs))) / dayMs;
}

/** The moment in the zone of the reader: "1 Dec 2026, 10:00:05 GMT+1". */
export function absoluteTime(at: string, { locale, timezone }: TimeStyle): string {
  const style = { dateStyle: 'medium', timeStyle: 'long', timeZone: timezone } as const;
  return dateFormat(locale, style).format(new Date(at));
}

/** The moment as a clock of a zone shows it, to the minute: "1 Dec 2026, 10:00". */
export function momentTime(at: string, { locale, timezone }: TimeStyle): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
  return dateFormat(locale, style).format(new Date(at));
}

/** The name of a zone for people: "America/New York". @param timezone an IANA name */
export function zoneName(timezone: string): string {
  return timezone.replaceAll('_', ' ');
}

/** The time of day in the zone of the reader: "02:30". */
export function clockTime(at: string, { timezone }: Pick<TimeStyle, 'timezone'>): string {
  return dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(new Date(at));
}

/** A moment as short as its day allows: "18:00" on the reader's day, else "1 Dec, 18:00", in another year "1 Dec 2027, 18:00". */
export function nearTime(at: string, nowMs: number, style: TimeStyle): string {
  return onNearDay(at, nowMs, style, clockTime(at, style));
}

/** The same to the second: "18:00:02". */
export function nearTimeWithSeconds(at: string, nowMs: number, style: TimeStyle): string {
  const format = dateFormat('en-GB', { timeStyle: 'medium', timeZone: style.timezone });
  return onNearDay(at, nowMs, style, format.format(new Date(at)));
}

function onNearDay(at: string, nowMs: number, { locale, timezone }: TimeStyle, time: string): string {
  if (daysBetween(nowMs, Date.parse(at), timezone) === 0) return time;
  const isFar = Math.abs(Date.parse(at) - nowMs) > halfYearMs;
  const day = {
    day: 'numeric',
    month: 'short',
    ...(isFar && { year: 'numeric' as const }),
    timeZone: timezone,
  } as const;
  return texts.dayAndTime(dateFormat(locale, day).format(new Date(at)), time);
}

/** The time of day, told apart from the same one of another offset: "02:30 GMT+2". */
export function offsetTime(at: string, { timezone }: Pick<TimeStyle, 'timezone'>): string {
  const style = { hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset', timeZone: timezone } as const;
  return dateFormat('en-GB', style).format(new Date(at));
}

/** A day of UTC, without its year: "1 Dec". @param date `2026-12-01` */
export function shortDay(date: string, { locale }: Pick<TimeStyle, 'locale'>): string {
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
}

/** The same in UTC, as machines write it. */
export function utcTime(at: string): string {
  return texts.utc(at.slice(0, 16).replace('T', ' '));
}

/** "850 ms", "12 s", "3 min 5 s", "2 h 10 min", "3 d 4 h". */
export function duration(ms: number): string {
  if (ms < 1_000) return texts.milliseconds(Math.max(0, Math.round(ms)));
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return texts.seconds(seconds);
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (hours === 0) return texts.minutes(minutes, seconds % 60);
  return days === 0 ? texts.hours(hours, minutes % 60) : texts.days(days, hours % 24);
}

/** A length of time for an estimate: "45 s" in steps of 5, then whole minutes, then whole hours. */
export function roughDuration(ms: number): string {
  const seconds = Math.max(5, 5 * Math.ceil(ms / 5_000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 60 ? texts.wholeMinutes(minutes) : texts.wholeHours(Math.ceil(minutes / 60));
}

/** The length of a film, as players write it: "0:45", "12:05", "1:02:05". @param seconds rounded to whole ones */
export function filmLength(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = hours === 0 ? [minutes, padded(rest)] : [hours, padded(minutes), padded(rest)];
  return parts.join(':');
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
