import type { Sample } from '../../Bench';
import type { Video } from '../../service/startSandbox';
import { percentile } from '../../measure/statistics';
import { checkOnce } from '../immediate/once';

/**
 * When each of these publications became public, in milliseconds since 1970, as the platform has recorded it.
 * @param name with which their titles begin, before their number
 * @throws Error unless the platform has each of them once, and in public
 */
export function liveTimes(videos: readonly Video[], name: string, count: number): number[] {
  checkOnce(videos, name, count);
  const since = new Map(videos.map(({ snippet, publicSince }) => [snippet.title, publicSince]));
  return Array.from({ length: count }, (_, index) => Date.parse(since.get(`${name} ${index}`) ?? ''));
}

/** From when each publication was due to when it was public; both lists are in the same order. */
export function lagsOf(liveMs: readonly number[], dueMs: readonly number[]): Sample {
  if (liveMs.length !== dueMs.length) throw new Error(`of ${dueMs.length} publications ${liveMs.length} are public`);
  const lags = liveMs.map((atMs, index) => atMs - (dueMs[index] ?? Number.NaN));
  return {
    earlyCount: lags.filter((lagMs) => lagMs < 0).length,
    p50Ms: percentile(lags, 0.5),
    p99Ms: percentile(lags, 0.99),
    allLiveMs: Math.max(...liveMs) - Math.min(...dueMs),
  };
}
