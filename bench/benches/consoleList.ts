import { z } from 'zod';
import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { registerUser, workspaceOf } from '../registerUser';
import { requestJson } from '../requestJson';
import { startSandbox } from '../startSandbox';
import { startTunedService } from '../startTuned';
import { percentile } from '../statistics';
import { withDatabase } from '../withDatabase';
import { combinations, filterValues } from './consoleList/combinations';
import { fill } from './consoleList/fill';

const p95MsMax = 50;

/** People look through a workspace that has a million assignments. */
export const consoleList: Bench = {
  name: 'consoleList',
  summary: 'GET /console/assignments with every selection of filters in every order, among a million.',
  options: {
    assignments: { default: '1000000', description: 'how many the workspace has' },
    share: { default: '8', description: 'asks for each so many-th of the selections in a round' },
  },
  prepare: async (workshop, { assignments, share }) =>
    prepare(workshop, readCount('assignments', assignments, 1000, 5_000_000), readCount('share', share, 1, 1000)),
};

const Page = z.object({ items: z.array(z.unknown()), total: z.number() });

async function prepare(workshop: Workshop, count: number, share: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  workshop.say(`  Writing ${count} assignments`);
  const connectionIds = await withDatabase(service.databaseUrl, async (client) => fill(client, owner, count));
  let round = 0;
  const ask = async (query: string): Promise<number> => {
    const beganMs = performance.now();
    await requestJson(Page, `${service.apiUrl}/api/v1/console/assignments?${query}`, { apiKey: user.token });
    return performance.now() - beganMs;
  };
  const list: Arm = {
    name: 'list',
    run: async () => {
      const number = round++;
      const queries = combinations(filterValues(connectionIds), number);
      const timings: { query: string; ms: number }[] = [];
      for (const query of queries.filter((_query, index) => index % share === number % share))
        timings.push({ query, ms: await ask(query) });
      const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
      for (const { query, ms } of slowest) workshop.say(`  ${ms.toFixed(0)} ms: ${query}`);
      const all = timings.map(({ ms }) => ms);
      return { p50Ms: percentile(all, 0.5), p95Ms: percentile(all, 0.95), maxMs: Math.max(...all) };
    },
  };
  return { arms: [list], judge };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  const values = (name: string) => valuesOf(rounds, 'list', name);
  return [
    shown('a page of the console, p50', values('p50Ms'), { unit: 'ms' }),
    atMost(p95MsMax, 'a page of the console, p95', values('p95Ms'), { unit: 'ms' }),
    shown('a page of the console, slowest', values('maxMs'), { unit: 'ms' }),
  ];
}
