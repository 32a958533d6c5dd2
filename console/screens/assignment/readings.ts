import type { StatsHistory } from '../../../api/stats/history/schema';
import type { RawFigure } from '../../../domain/statistics/readings';

type Point = StatsHistory['points'][number];

const dayMs = 86_400_000;
const dateLength = '2026-12-01'.length;
const dayOf = ({ at }: Point): string => at.slice(0, dateLength);

/** The days of the change that a sentence tells. */
const changeDays = 7;

/** The latest count, and its change over the last days, as many as were counted and `changeDays` at most. Pure. */
export function changeOf(
  points: readonly Point[],
  figure: RawFigure,
): { now: number; change: number; days: number } | null {
  const latest = points.at(-1);
  if (!latest) return null;
  const since = Date.parse(latest.at) - changeDays * dayMs;
  const before = points.findLast(({ at }) => Date.parse(at) <= since) ?? points[0] ?? latest;
  const days = Math.round((Date.parse(latest.at) - Date.parse(before.at)) / dayMs);
  return { now: latest[figure], change: latest[figure] - before[figure], days };
}

/** The days (UTC) from the first reading to the last, each with its last count. Null: no reading on that day. Pure. */
export function daysOf(
  points: readonly Point[],
  figure: RawFigure,
): { dates: readonly string[]; values: readonly (number | null)[] } {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return { dates: [], values: [] };
  const counts = new Map(points.map((point) => [dayOf(point), point[figure]]));
  const begin = Date.parse(dayOf(first));
  const days = (Date.parse(dayOf(last)) - begin) / dayMs + 1;
  const dates = Array.from({ length: days }, (_none, index) =>
    new Date(begin + index * dayMs).toISOString().slice(0, dateLength),
  );
  return { dates, values: dates.map((date) => counts.get(date) ?? null) };
}
