/**
 * A moment as a clock in a time zone shows it, with the day of the week: `Tue 2026-12-01 10:00 +01:00 Europe/Berlin`. Null for a zone that
 * is not known. Pure.
 */
export function localTime(at: Date, timeZone: string): string | null {
  const parts = partsOf(at, timeZone);
  if (parts === null) return null;
  const { weekday = '', year = '', month = '', day = '', hour = '', minute = '', timeZoneName = '' } = parts;
  const offset = timeZoneName.replace('GMT', '');
  return `${weekday} ${year}-${month}-${day} ${hour}:${minute} ${offset === '' ? '+00:00' : offset} ${timeZone}`;
}

function partsOf(at: Date, timeZone: string): Record<string, string> | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    });
    return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A timestamp as answers have it. */
const timestampForm = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Tells whether a text has timestamps. Pure. */
export function hasTimes(text: string): boolean {
  return text.search(timestampForm) >= 0;
}

/** A text with the local time after each of its timestamps, where the zone is another than UTC. Pure. */
export function withLocalTimes(text: string, timeZone: string): string {
  if (timeZone === 'UTC') return text;
  return text.replace(timestampForm, (timestamp) => {
    const local = localTime(new Date(timestamp), timeZone);
    return local === null ? timestamp : `${timestamp} (${local})`;
  });
}
