import type { Sample } from '../../Bench';
import type { PlatformCall } from '../../sandbox';
import { percentile } from '../../statistics';

/**
 * How long after their times so many publications began: from when each was due to the first request for it that the
 * platform saw, both by the clock of this machine. Which is which does not matter, for times and requests are in order.
 * @param dueMs when they were due, in milliseconds since 1970
 * @throws Error unless each began once
 */
export function lagsOf(calls: readonly PlatformCall[], dueMs: readonly number[]): Sample {
  const begins = calls
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/upload/'))
    .map(({ at }) => Date.parse(at))
    .toSorted((a, b) => a - b);
  if (begins.length !== dueMs.length) throw new Error(`of ${dueMs.length} publications ${begins.length} have begun`);
  const due = dueMs.toSorted((a, b) => a - b);
  const lags = begins.map((atMs, index) => atMs - (due[index] ?? Number.NaN));
  return {
    earlyCount: lags.filter((lagMs) => lagMs < 0).length,
    p50Ms: percentile(lags, 0.5),
    p99Ms: percentile(lags, 0.99),
    allBegunMs: Math.max(...lags),
  };
}
