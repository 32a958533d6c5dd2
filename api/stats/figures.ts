import { lastDays, percentChange, rangeBefore, successRate } from '../../domain/statistics';
import type { DayRange } from '../../domain/statistics';
import { DailyStatistic } from '../../models/statistics/DailyStatistic';
import type { OrganizationTenant } from '../../models/database/Tenant';

/** Counts of a period of days, or of one day. */
export interface Counts {
  created: number;
  published: number;
  failed: number;
  cancelled: number;
  creditsUsed: number;
}

export interface Figures extends Counts {
  successRate: number | null;
  medianSecondsToPublish: number | null;
}

/** The sum of each measure in a period of days. */
export type Sums = ReadonlyMap<string, number>;

/** Periods that are compared: the last so many days (UTC), today included, and as many days before them. */
export interface Periods<T> {
  current: T;
  previous: T;
}

/** By the database's clock. */
export async function lastPeriods(days: number): Promise<Periods<DayRange>> {
  const current = lastDays(await DailyStatistic.today(), days);
  return { current, previous: rangeBefore(current) };
}

/** The sums of each measure in both periods. */
export async function sumsOf(
  tenant: OrganizationTenant,
  { current, previous }: Periods<DayRange>,
): Promise<Periods<Sums>> {
  const found = await DailyStatistic.sums(tenant, { first: previous.first, last: current.last }, current.first);
  const sumsWhere = (isLater: boolean) =>
    new Map(found.filter((sum) => sum.isLater === isLater).map(({ measure, amount }) => [measure, amount]));
  return { current: sumsWhere(true), previous: sumsWhere(false) };
}

/** The number of assignments of each status, among the assignments created in the period. Pure. */
export function statusesOf(sums: Sums): Map<string, number> {
  const counted = Array.from(sums, ([measure, amount]) => [measure.replace(/^in\./, ''), amount, measure] as const);
  return new Map(
    counted.filter(([status, , measure]) => status !== measure).map(([status, amount]) => [status, amount]),
  );
}

/** The counts of the period. Pure. */
export function countsOf(sums: Sums): Counts {
  const of = (measure: string): number => sums.get(measure) ?? 0;
  return {
    created: of('created'),
    published: of('published'),
    failed: of('failed'),
    cancelled: of('cancelled'),
    creditsUsed: of('credits'),
  };
}

/** All figures of a period. Pure. */
export function figuresOf(sums: Sums, medianSecondsToPublish: number | null): Figures {
  const counts = countsOf(sums);
  return { ...counts, successRate: successRate(counts), medianSecondsToPublish };
}

export type Change = Record<keyof Figures, number | null>;

/** By how many percent each figure has changed. Pure. */
export function changeOf(current: Figures, previous: Figures): Change {
  const of = (name: keyof Figures): number | null => percentChange(current[name], previous[name]);
  return {
    created: of('created'),
    published: of('published'),
    failed: of('failed'),
    cancelled: of('cancelled'),
    successRate: of('successRate'),
    medianSecondsToPublish: of('medianSecondsToPublish'),
    creditsUsed: of('creditsUsed'),
  };
}
