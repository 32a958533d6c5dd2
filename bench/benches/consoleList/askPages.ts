import { z } from 'zod';
import { percentile } from '../../measure/statistics';
import { requestJson } from '../../tools/requestJson';
import { combinations, filterValues } from './combinations';

const Page = z.object({ items: z.array(z.unknown()), total: z.number() });

/** Somebody who looks through a list of the console. */
export interface Lister {
  readonly apiUrl: string;
  /** Of a session. */
  readonly token: string;
  readonly connectionIds: readonly string[];
}

/** Asks for each `share`-th selection of filters and order, by the round. @returns the times and the slowest queries */
export async function askPages({ apiUrl, token, connectionIds }: Lister, round: number, share: number) {
  const timings: { query: string; ms: number }[] = [];
  const queries = combinations(filterValues(connectionIds), round);
  for (const query of queries.filter((_query, index) => index % share === round % share)) {
    const beganMs = performance.now();
    await requestJson(Page, `${apiUrl}/api/v1/console/assignments?${query}`, { apiKey: token });
    timings.push({ query, ms: performance.now() - beganMs });
  }
  const all = timings.map(({ ms }) => ms);
  const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    count: all.length,
    p50Ms: percentile(all, 0.5),
    p95Ms: percentile(all, 0.95),
    maxMs: Math.max(...all),
    slowest,
  };
}
