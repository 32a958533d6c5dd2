/** Days of UTC, both inclusive, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** Days, or months in whole, that are added or taken away. `to` is not part of it. */
export interface Span {
  readonly span: 'day' | 'month';
  readonly sign: '+' | '-';
  readonly from: string;
  readonly to: string;
}

/** The number of posts that took about the same time until they were published, and the sum of their times. */
export interface PublishTimes {
  /** The posts with the least time have the lowest bucket. */
  readonly bucket: number;
  readonly posts: number;
  readonly totalMs: number;
}

/** Below this a bucket of times has one second, above it as many as are one percent (models/statistics/README.md). */
export const evenBelowSeconds = 600;
export const bucketGrowth = 1.01;

export const statisticsDaysMax = 365;
export const statisticsDaysDefault = 30;
export const recentPostsMax = 50;
export const recentPostsDefault = 10;

const dayMs = 86_400_000;

/** So many days after a day; before it where they are negative. Pure. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The last so many days, today being one of them. Pure. */
export function lastDays(today: string, days: number): DayRange {
  return { first: addDays(today, 1 - days), last: today };
}

/** As many days as a range has, just before it. Pure. */
export function rangeBefore({ first, last }: DayRange): DayRange {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  return { first: addDays(first, -days), last: addDays(first, -1) };
}

/** Every day of a range, in order. Pure. */
export function daysOf({ first, last }: DayRange): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * A range as months, and as the days that they lack or have too many at both ends: at most half a month each, so that a year
 * is not much more than a month. Pure.
 */
export function spansOf({ first, last }: DayRange): Span[] {
  const end = addDays(last, 1);
  const [from, to] = [nearestMonth(first), nearestMonth(end)];
  if (from === to) return [{ span: 'day', sign: '+', from: first, to: end }];
  const spans: Span[] = [
    { span: 'month', sign: '+', from, to },
    first < from ? { span: 'day', sign: '+', from: first, to: from } : { span: 'day', sign: '-', from, to: first },
    to < end ? { span: 'day', sign: '+', from: to, to: end } : { span: 'day', sign: '-', from: end, to },
  ];
  return spans.filter((span) => span.from < span.to);
}

/** The first day of the month that begins nearest to a day. */
function nearestMonth(day: string): string {
  return firstOfMonth(addDays(day, 15));
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * The median of all times in seconds, to the millisecond; null if there are none. A time counts as the mean of its bucket,
 * so it is off by less than the width of the bucket: a second below 10 minutes, one percent above. Pure.
 * @param times in the order of their buckets
 */
export function medianSeconds(times: readonly PublishTimes[]): number | null {
  const total = times.reduce((sum, { posts }) => sum + posts, 0);
  if (total === 0) return null;
  const middle = (timeAt(times, Math.ceil(total / 2)) + timeAt(times, Math.floor(total / 2) + 1)) / 2;
  return Math.round(middle) / 1000;
}

/** In milliseconds. @param place from 1 */
function timeAt(times: readonly PublishTimes[], place: number): number {
  let seen = 0;
  const found = times.find(({ posts }) => (seen += posts) >= place);
  if (!found) throw new Error(`there is no time at place ${place}`);
  return found.totalMs / found.posts;
}

/** The share of published posts in all posts that ended as published or failed, 0 to 1; null if none has. Pure. */
export function successRate({ published, failed }: { published: number; failed: number }): number | null {
  const ended = published + failed;
  return ended === 0 ? null : Math.round((published / ended) * 10_000) / 10_000;
}

/** By how many percent a figure has changed, to a tenth; null where there was none, or nothing to compare with. Pure. */
export function percentChange(current: number | null, previous: number | null): number | null {
  if (current === null || previous === null || previous === 0) return null;
  return Math.round(((current - previous) / previous) * 1000) / 10;
}
