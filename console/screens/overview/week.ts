import { endedStatuses } from '../../../domain/assignment';
import type { AssignmentRow } from '../../resources/assignments/list';
import { addDays, dayOf, todayOf } from '../../words/clock';

const daysShown = 7;

/** The pictures of a day: its other posts are in the calendar. */
export const shownMax = 3;

/** The posts of one day that are not live yet. */
export interface Day {
  /** `2026-12-01`, in the zone of the user. */
  date: string;
  /** The first ones. */
  posts: readonly AssignmentRow[];
  /** How many others there are. Null: some, but how many is not known. */
  others: number | null;
}

/** The next seven days of the user, from today. */
export function daysFrom(nowMs: number, timezone: string): string[] {
  const today = todayOf(nowMs, timezone);
  return Array.from({ length: daysShown }, (_none, place) => addDays(today, place));
}

interface Read {
  /** Scheduled posts of these days, by their times; ended ones too. */
  items: readonly AssignmentRow[];
  total: number;
}

/**
 * The posts of each day that are still to go live. Posts without a time, and posts whose time has passed, are under way: they are first
 * today. Pure.
 * @param newest the posts that were made last: older posts under way are not known
 */
export function weekOf(
  days: readonly string[],
  { items, total }: Read,
  newest: readonly AssignmentRow[],
  timezone: string,
): Day[] {
  const dated = items.map((post) => ({ post, date: dayOf(post.scheduledAt ?? post.createdAt, timezone) }));
  const lastKnown = total <= items.length ? null : (dated.at(-1)?.date ?? null);
  const isDue = ({ scheduledAt }: AssignmentRow) =>
    scheduledAt === null || dayOf(scheduledAt, timezone) < (days[0] ?? '');
  const underWay = newest.filter((post) => isDue(post) && isWaiting(post));
  return days.map((date, place) => {
    const timed = dated.filter((one) => one.date === date && isWaiting(one.post)).map(({ post }) => post);
    const posts = place === 0 ? [...underWay, ...timed] : timed;
    const isKnown = lastKnown === null || date < lastKnown;
    return { date, posts: posts.slice(0, shownMax), others: isKnown ? Math.max(0, posts.length - shownMax) : null };
  });
}

function isWaiting({ status }: AssignmentRow): boolean {
  return !endedStatuses.includes(status);
}
