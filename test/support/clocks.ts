const [minuteMs, dayMs] = [60_000, 86_400_000];
const formats = new Map<string, Intl.DateTimeFormat>();

/** The text of a clock in a zone at a moment, `2026-12-01T10:00`, as the platform gives it: nothing of ours has a part in it. */
export function clockOf(zone: string): (atMs: number) => string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: zone } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', style);
  formats.set(zone, format);
  return (atMs) => format.format(new Date(atMs)).replace(' ', 'T');
}

/** A change of the clocks of a zone. */
export interface ClockChange {
  /** The first moment after it. */
  atMs: number;
  /** The time by which they are put forward, below 0 back. */
  byMs: number;
}

/** The first change of the clocks of a zone within a year after a whole minute. Null: there is none. */
export function nextChange(zone: string, afterMs: number): ClockChange | null {
  const shows = clockOf(zone);
  const leadMs = (atMs: number) => Date.parse(`${shows(atMs)}Z`) - atMs;
  const days = Array.from({ length: 366 }, (_none, index) => afterMs + index * dayMs);
  const lastMs = days.find((atMs) => leadMs(atMs) !== leadMs(atMs + dayMs));
  if (lastMs === undefined) return null;
  let [beforeMs, atMs] = [lastMs, lastMs + dayMs];
  while (atMs - beforeMs > minuteMs) {
    const middleMs = beforeMs + Math.floor((atMs - beforeMs) / 2 / minuteMs) * minuteMs;
    if (leadMs(middleMs) === leadMs(lastMs)) beforeMs = middleMs;
    else atMs = middleMs;
  }
  return { atMs, byMs: leadMs(atMs) - leadMs(beforeMs) };
}
