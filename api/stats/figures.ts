import { lastDays, percentChange, rangeBefore, successRate } from '../../domain/statistics';
import type { DayRange } from '../../domain/statistics';
import { DailyStatistic } from '../../models/DailyStatistic';
import { PublishTime } from '../../models/PublishTime';
import type { OrganizationTenant } from '../../models/Tenant';

/** Counts of some days, or of one. */
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

/** Some days, and what each measure comes to in them. */
export interface Period {
  readonly range: DayRange;
  readonly sums: ReadonlyMap<string, number>;
}

/** The last so many days (UTC), today being one of them, and as many before them. */
export async function readPeriods(
  tenant: OrganizationTenant,
  days: number,
): Promise<{ current: Period; previous: Period }> {
  const range = lastDays(await DailyStatistic.today(), days);
  const before = rangeBefore(range);
  const found = await DailyStatistic.sums(tenant, { first: before.first, last: range.last }, range.first);
  const sumsOf = (isLater: boolean) =>
    new Map(found.filter((sum) => sum.isLater === isLater).map(({ measure, amount }) => [measure, amount]));
  return { current: { range, sums: sumsOf(true) }, previous: { range: before, sums: sumsOf(false) } };
}

/** The number of assignments of each status, among those that were created then. Pure. */
export function statusesOf(sums: ReadonlyMap<string, number>): Map<string, number> {
  const counted = Array.from(sums, ([measure, amount]) => [measure.replace(/^in\./, ''), amount, measure] as const);
  return new Map(
    counted.filter(([status, , measure]) => status !== measure).map(([status, amount]) => [status, amount]),
  );
}

/** The figures of that time. Pure. */
export function countsOf(sums: ReadonlyMap<string, number>): Counts {
  const of = (measure: string): number => sums.get(measure) ?? 0;
  return {
    created: of('created'),
    published: of('published'),
    failed: of('failed'),
    cancelled: of('cancelled'),
    creditsUsed: of('credits'),
  };
}

/** All figures of a period. */
export async function figuresOf(tenant: OrganizationTenant, { range, sums }: Period): Promise<Figures> {
  const counts = countsOf(sums);
  const medianSecondsToPublish = await PublishTime.median(tenant, range);
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
