import type { Sample } from '../../Bench';
import type { Report } from '../../baseline/webhooks/startReceiver';
import { percentile } from '../../measure/statistics';

/** The rates and latencies of one run, which begins when its first webhook is due. */
export function sampleOf({ arrivals }: Pick<Report, 'arrivals'>): Sample {
  const due = arrivals.map(({ dueMs }) => dueMs);
  const latencies = arrivals.map(({ dueMs, arrivedMs }) => arrivedMs - dueMs);
  const firstDueMs = Math.min(...due);
  const perSecond = (endMs: number): number => Math.round((arrivals.length * 10_000) / (endMs - firstDueMs)) / 10;
  return {
    deliveredPerSecond: perSecond(Math.max(...arrivals.map(({ arrivedMs }) => arrivedMs))),
    duePerSecond: perSecond(Math.max(...due)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
