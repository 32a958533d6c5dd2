import type { StatsAnalytics, SubscriberGrowth } from '../../../api/stats/consoleSchema';
import { statisticsDaysMax } from '../../../domain/statistics';

export type Day = StatsAnalytics['series'][number];
export type Channel = SubscriberGrowth['series'][number];
export type Measure = 'subscribers' | 'totalViews';

/** Of the charts, in pixels. */
export const barsHeight = 140;
export const linesHeight = 260;

/** The largest number of bars that can still be distinguished. */
const barsMax = 92;
export const daysOfWeek = 7;

/** The largest number of channels that are drawn together; their table has all channels. */
export const linesMax = 5;

/**
 * The days as they are drawn: beyond three months the weeks, each with the date of its first day. The weeks are counted
 * from the last day, so that the present week is whole; the first week has the remaining days. Pure.
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

/** Tells whether nothing has happened on these days: a failed post counts, too. Pure. */
export function isQuiet(series: readonly Day[]): boolean {
  return series.every(
    ({ created, published, failed, cancelled, creditsUsed }) =>
      created + published + failed + cancelled + creditsUsed === 0,
  );
}

/** The last count of a channel, and its change since the first count. Null: never counted. Pure. */
export function growthOf({ points }: Channel, measure: Measure): { now: number; change: number } | null {
  const counts = points.flatMap((point) => point[measure] ?? []);
  const [first, now] = [counts[0], counts.at(-1)];
  return first === undefined || now === undefined ? null : { now, change: now - first };
}

/** The channels with the largest count first; channels without a count last. Pure. */
export function largestFirst(channels: readonly Channel[], measure: Measure): Channel[] {
  const countOf = (channel: Channel) => growthOf(channel, measure)?.now ?? -1;
  return [...channels].sort((one, other) => countOf(other) - countOf(one));
}

/** The days that are asked for: as many more before them where that is not more than the API keeps. */
export function daysWithBefore(days: number): number {
  return 2 * days <= statisticsDaysMax ? 2 * days : days;
}

/** A series as the last days and as many days before them; null: these were not read. Pure. */
export function periodsOf<Point>(
  series: readonly Point[],
  days: number,
): { current: readonly Point[]; before: readonly Point[] | null } {
  const before = series.length >= 2 * days ? series.slice(-2 * days, -days) : null;
  return { current: series.slice(-days), before };
}

/** The sum of a count. Pure. */
export function totalOf(series: readonly Day[], name: keyof Omit<Day, 'date'>): number {
  return series.reduce((sum, day) => sum + day[name], 0);
}

/** The audience of all channels now, its change over the last days, and that over the days before; null: not known. Pure. */
export function audienceOf(channels: readonly Channel[], measure: Measure, days: number) {
  const sum = (of: 'current' | 'before') => {
    const grown = channels.flatMap((channel) => {
      const points = periodsOf(channel.points, days)[of];
      return (points && growthOf({ ...channel, points: [...points] }, measure)) ?? [];
    });
    const total = (value: 'now' | 'change') => grown.reduce((all, one) => all + one[value], 0);
    return grown.length === 0 ? null : { now: total('now'), change: total('change') };
  };
  const current = sum('current');
  return current && { ...current, changeBefore: sum('before')?.change ?? null };
}
