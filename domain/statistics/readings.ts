/** The numbers of a published post over time (contract.md §2): when they are read, and what they have come to. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/** A post is read 1 h, 6 h and 24 h after its publication, then daily to its 30th day, and weekly to its 365th. */
const lastDay = 30;
const lastWeek = 52;
const timesMs: readonly number[] = [
  hourMs,
  6 * hourMs,
  ...Array.from({ length: lastDay }, (_none, index) => (index + 1) * dayMs),
  ...Array.from({ length: lastWeek }, (_none, index) => (index + 1) * weekMs).filter((ms) => ms > lastDay * dayMs),
];

/** From its publication to the first reading of a post, in hours. */
export const firstReadingHours = 1;

/** The time of the next reading of a post after a moment; null: its readings are over. Readings between are missed. Pure. */
export function nextReadingAt(publishedAt: Date, after: Date): Date | null {
  const ageMs = after.getTime() - publishedAt.getTime();
  const next = timesMs.find((ms) => ms > ageMs);
  return next === undefined ? null : new Date(publishedAt.getTime() + next);
}

/**
 * A post of over a day may be read so long before its time, in the call that another post of its channel needs: such a call costs the
 * same for one post and for all that fit into it.
 */
export const readAheadHours = 6;

/** The part of a daily quota that readings may take, and what they leave to publications. Units, as the platform counts them. */
export const readingsPart = 0.2;
export const unitsLeftToPosts = 3000;

/** What the readings of a post have come to. */
export const readingStates = ['active', 'ended', 'off', 'quota', 'access'] as const;
export type ReadingState = (typeof readingStates)[number];

/** The raw figures by which posts can be sorted. */
export const rawFigures = ['views', 'likes', 'comments', 'shares'] as const;
export type RawFigure = (typeof rawFigures)[number];

/** The facts of which the state follows. */
export interface ReadingFacts {
  /** The next reading; null: there is none. */
  readonly nextAt: Date | null;
  /** The last one was put off: the quota was used up. */
  readonly waitsForQuota: boolean;
  /** The workspace wants numbers over time. */
  readonly isOn: boolean;
  /** The token of the post's own connection may read them. */
  readonly hasAccess: boolean;
}

/** Pure. The lasting reasons come before the passing ones. */
export function readingStateOf({ nextAt, waitsForQuota, isOn, hasAccess }: ReadingFacts): ReadingState {
  if (nextAt === null) return 'ended';
  if (!isOn) return 'off';
  if (!hasAccess) return 'access';
  return waitsForQuota ? 'quota' : 'active';
}
