import { z } from 'zod';
import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { registerUser, workspaceOf } from '../registerUser';
import { requestJson } from '../requestJson';
import { startSandbox } from '../startSandbox';
import { startTunedService } from '../startTuned';
import { percentile } from '../statistics';
import { until } from '../until';
import { withDatabase } from '../withDatabase';
import { fill } from './consoleList/fill';
import { countCreated, fillHistory, freshChanges, noteFresh } from './consoleStats/fillHistory';

const p95MsMax = 100;
const days = 365;
/** The service folds what it finds within a minute of its schedule, and then at its own pace. */
const foldLimitMs = 20 * 60_000;

/** The queries of each statistic; all of them over the longest time that there is. */
const statistics: Readonly<Record<string, (connectionId: string) => readonly string[]>> = {
  overview: () => [`overview?days=${days}`],
  analytics: (connectionId) => {
    const analytics = `analytics?days=${days}`;
    return [analytics, `${analytics}&platform=youtube`, `${analytics}&connectionId=${connectionId}`];
  },
  recentPosts: () => ['recent-posts?limit=50'],
  subscriberGrowth: () => [`subscriber-growth?days=${days}`],
  compare: () => [`compare?days=${days}`],
};

/** People look at the figures of a workspace that has made a million assignments in a year. */
export const consoleStats: Bench = {
  name: 'consoleStats',
  summary: 'GET /console/stats/…: a year of a workspace with a million assignments, with a minute not folded yet.',
  options: {
    assignments: { default: '1000000', description: 'how many the workspace has' },
    times: { default: '40', description: 'asks each question so many times in a round' },
  },
  prepare: async (workshop, { assignments, times }) =>
    prepare(workshop, readCount('assignments', assignments, 1000, 5_000_000), readCount('times', times, 1, 1000)),
};

const Overview = z.object({ assignments: z.object({ total: z.number() }) });

async function prepare(workshop: Workshop, count: number, times: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  const ask = async (query: string): Promise<unknown> =>
    requestJson(z.unknown(), `${service.apiUrl}/api/v1/console/stats/${query}`, { apiKey: user.token });
  const connectionId = await withDatabase(service.databaseUrl, async (client) => {
    workshop.say(`  Writing ${count} assignments over ${days} days`);
    const [first = ''] = await fill(client, owner, count, (days * 86_400) / count);
    await fillHistory(client, owner);
    workshop.say('  Waiting until the service has folded what they leave');
    await untilFolded(client);
    const { assignments } = Overview.parse(await ask(`overview?days=${days}`));
    const created = await countCreated(client, owner, days);
    if (assignments.total !== created) throw new Error(`${assignments.total} assignments are shown, not ${created}`);
    return first;
  });
  const arm: Arm = {
    name: 'statistics',
    run: async () => {
      await withDatabase(service.databaseUrl, async (client) => noteFresh(client, owner));
      const sample: Record<string, number> = {};
      for (const [name, queriesOf] of Object.entries(statistics))
        sample[`${name}Ms`] = await p95Of(ask, queriesOf(connectionId), times);
      return sample;
    },
  };
  return { arms: [arm], judge };
}

/** The first answer warms up, and is not counted. */
async function p95Of(ask: (query: string) => Promise<unknown>, queries: readonly string[], times: number) {
  const all: number[] = [];
  for (const query of queries) {
    await ask(query);
    for (let time = 0; time < times; time += 1) {
      const beganMs = performance.now();
      await ask(query);
      all.push(performance.now() - beganMs);
    }
  }
  return percentile(all, 0.95);
}

async function untilFolded(client: Parameters<typeof fillHistory>[0]): Promise<void> {
  const isFolded = async (): Promise<true | undefined> => {
    const { rowCount } = await client.query('SELECT 1 FROM statistic_changes LIMIT 1');
    return rowCount === 0 || undefined;
  };
  await until(isFolded, { limitMs: foldLimitMs, pollMs: 2000, complaint: () => 'the changes are not folded' });
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  return Object.keys(statistics).map((name) => {
    const what = `${name} over ${days} days, ${freshChanges} changes not folded, p95`;
    return atMost(p95MsMax, what, valuesOf(rounds, 'statistics', `${name}Ms`), { unit: 'ms' });
  });
}
