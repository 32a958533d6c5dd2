/** A day of a quota: from midnight to midnight where the platform counts it. */
export interface QuotaDay {
  /** Its date there, as `2026-11-23`. */
  readonly date: string;
  /** When the next one begins. */
  readonly endsAt: Date;
}

/** No day is longer, not even one with the hour that a clock is set back. */
const longestDayMs = 26 * 3_600_000;

/** To make one takes longer than all the rest of a day's arithmetic. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date in a time zone. Pure. @param timeZone by its IANA name */
export function quotaDateAt(at: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(at);
}

/**
 * The day of a quota in a time zone. Pure. Its end is looked for by halves, because a day may have 23 or 25 hours.
 * @param timeZone by its IANA name
 */
export function quotaDayAt(at: Date, timeZone: string): QuotaDay {
  const date = quotaDateAt(at, timeZone);
  let lastMs = at.getTime();
  let nextMs = lastMs + longestDayMs;
  while (nextMs - lastMs > 1) {
    const middleMs = Math.floor((lastMs + nextMs) / 2);
    if (quotaDateAt(new Date(middleMs), timeZone) === date) lastMs = middleMs;
    else nextMs = middleMs;
  }
  return { date, endsAt: new Date(nextMs) };
}
