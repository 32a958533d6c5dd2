import type { StatsAnalytics, SubscriberGrowth } from '../../../api/stats/consoleSchema';

export type Day = StatsAnalytics['series'][number];
export type Channel = SubscriberGrowth['series'][number];
export type Measure = 'subscribers' | 'totalViews';

/** Of the charts, in pixels. */
export const barsHeight = 140;
export const linesHeight = 260;

/** As many bars can still be distinguished. */
const barsMax = 92;
export const daysOfWeek = 7;

/** As many channels are drawn together; their table has all of them. */
export const linesMax = 5;

/**
 * The days as they are drawn: beyond three months the weeks, each with the date of its first day. They are counted from the
 * last day, so that the present week is whole; the first one is what is left. Pure.
 */
export function barsOf(series: readonly Day[]): readonly Day[] {
  if (series.length <= barsMax) return series;
  const weeks = new Map<number, Day>();
  const early = daysOfWeek - daysOfFirstWeek(series);
  series.forEach((day, index) => {
    const week = Math.floor((index + early) / daysOfWeek);
    const sum = weeks.get(week);
    weeks.set(week, sum ? added(sum, day) : day);
  });
  return [...weeks.values()];
}

/** How many days the first of these weeks has. Pure. */
export function daysOfFirstWeek(series: readonly Day[]): number {
  return ((series.length - 1) % daysOfWeek) + 1;
}

function added(sum: Day, day: Day): Day {
  return {
    date: sum.date,
    created: sum.created + day.created,
    published: sum.published + day.published,
    failed: sum.failed + day.failed,
    cancelled: sum.cancelled + day.cancelled,
    creditsUsed: sum.creditsUsed + day.creditsUsed,
  };
}

/** Tells whether nothing has happened on these days: a post that has failed is something, too. Pure. */
export function isQuiet(series: readonly Day[]): boolean {
  return series.every(
    ({ created, published, failed, cancelled, creditsUsed }) =>
      created + published + failed + cancelled + creditsUsed === 0,
  );
}

/** The last count of a channel, and by how much it has changed since the first one. Null: never counted. Pure. */
export function growthOf({ points }: Channel, measure: Measure): { now: number; change: number } | null {
  const counts = points.flatMap((point) => point[measure] ?? []);
  const [first, now] = [counts[0], counts.at(-1)];
  return first === undefined || now === undefined ? null : { now, change: now - first };
}

/** The channels with the largest count first; those without a count last. Pure. */
export function largestFirst(channels: readonly Channel[], measure: Measure): Channel[] {
  const countOf = (channel: Channel) => growthOf(channel, measure)?.now ?? -1;
  return [...channels].sort((one, other) => countOf(other) - countOf(one));
}
