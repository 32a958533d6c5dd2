import type { Sample } from '../../Bench';
import { percentile } from '../../statistics';
import type { Report } from './bare';

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
    arrivedCount: arrivals.length,
  };
}

/**
 * Shows that each of these arrived, once, with good signatures, and nothing else did.
 * @param assignmentIds what was sent
 * @throws Error with the numbers where they do not come out
 */
export function checkOnce({ arrivals, refusedCount }: Report, assignmentIds: readonly string[]): void {
  const arrived = new Set(arrivals.map(({ assignmentId }) => assignmentId));
  const missing = assignmentIds.filter((id) => !arrived.has(id)).length;
  const deliveries = new Set(arrivals.map(({ id }) => id)).size;
  const sent = assignmentIds.length;
  if (missing === 0 && refusedCount === 0 && deliveries === sent && arrivals.length === sent) return;
  const good = `${arrivals.length} good requests brought ${deliveries} deliveries`;
  throw new Error(`of ${sent} webhooks ${missing} are missing; ${good}, ${refusedCount} had bad signatures`);
}
