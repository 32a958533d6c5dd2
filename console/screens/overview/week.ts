import { endedStatuses } from '../../../domain/assignment';
import type { AssignmentRow } from '../../resources/assignments/list';
import { beginningOf, dayOf } from '../../words/clock';

const daysShown = 7;
const dayMs = 86_400_000;
const dayLength = '2026-12-01'.length;

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
  const first = Date.parse(dayOf(new Date(nowMs).toISOString(), timezone));
  return Array.from({ length: daysShown }, (_none, place) => dateOf(first + place * dayMs));
}

/** The moments between which these days lie: from, and before. */
export function spanOf(days: readonly string[], timezone: string): { scheduledFrom: string; scheduledTo: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const after = dateOf(Date.parse(last) + dayMs);
  return { scheduledFrom: beginningOf(first, timezone), scheduledTo: beginningOf(after, timezone) };
}

interface Read {
  /** Scheduled posts of these days, by their times; ended ones too. */
  items: readonly AssignmentRow[];
  total: number;
}

/**
 * The posts of each day that are still to go live. Posts without a time are under way: they are first today. Pure.
 * @param newest the posts that were made last, with a time or without one
 */
export function weekOf(
  days: readonly string[],
  { items, total }: Read,
  newest: readonly AssignmentRow[],
  timezone: string,
): Day[] {
  const dated = items.map((post) => ({ post, date: dayOf(post.scheduledAt ?? post.createdAt, timezone) }));
  const lastKnown = total <= items.length ? null : (dated.at(-1)?.date ?? null);
  const underWay = newest.filter((post) => post.scheduledAt === null && isWaiting(post));
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

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, dayLength);
}
