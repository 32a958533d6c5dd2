import { dayOf } from '../../words/clock';

/** A post with a time. */
interface Dated {
  id: string;
  scheduledAt: string;
}

export interface CalendarDay<Entry extends Dated> {
  /** `2026-12-01`, in the zone of the user. */
  day: string;
  /** How many posts it has. */
  total: number;
  /** False: it has more than `total`. */
  isTotalExact: boolean;
  /** The first of them by their times. */
  entries: readonly Entry[];
}

/** Days that follow one another, those without posts, too. */
export type Calendar<Entry extends Dated> = readonly CalendarDay<Entry>[];

/** A day that has not been read, or has no posts. */
export const emptyDay = (day: string): CalendarDay<never> => ({ day, total: 0, isTotalExact: true, entries: [] });

/** All posts that are known, by their times. */
export function entriesOf<Entry extends Dated>(calendar: Calendar<Entry>): readonly Entry[] {
  return calendar.flatMap(({ entries }) => entries);
}

/** The calendar with a post at another time. A calendar that does not have the post stays as it is. Pure. */
export function withEntryAt<Entry extends Dated>(
  calendar: Calendar<Entry>,
  id: string,
  scheduledAt: string,
  timezone: string,
): Calendar<Entry> {
  const entry = entriesOf(calendar).find((one) => one.id === id);
  if (!entry) return calendar;
  const to = dayOf(scheduledAt, timezone);
  return calendar.map((one) => {
    const others = one.entries.filter((known) => known.id !== id);
    const total = one.total - (one.entries.length - others.length);
    return one.day === to
      ? { ...one, total: total + 1, entries: inOrder([...others, { ...entry, scheduledAt }]) }
      : { ...one, total, entries: others };
  });
}

/**
 * The calendar with a post that was just moved: it stays in sight on its day, where others come before it, too. Pure.
 * @param moved null: none was moved
 */
export function withMoved<Entry extends Dated>(
  calendar: Calendar<Entry>,
  moved: Entry | null,
  timezone: string,
): Calendar<Entry> {
  if (!moved || entriesOf(calendar).some(({ id }) => id === moved.id)) return calendar;
  const day = dayOf(moved.scheduledAt, timezone);
  return calendar.map((one) =>
    one.day === day && one.total > one.entries.length ? { ...one, entries: inOrder([...one.entries, moved]) } : one,
  );
}

function inOrder<Entry extends Dated>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt));
}
