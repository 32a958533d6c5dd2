import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { registerUser, workspaceOf } from '../service/registerUser';
import { startSandbox } from '../service/startSandbox';
import { startTunedService } from '../service/startTuned';
import { withDatabase } from '../tools/withDatabase';
import { askPages } from './consoleList/askPages';
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

async function prepare(workshop: Workshop, count: number, share: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  workshop.say(`  Writing ${count} assignments`);
  const connectionIds = await withDatabase(service.databaseUrl, async (client) => fill(client, owner, count));
  const lister = { apiUrl: service.apiUrl, token: user.token, connectionIds };
  let round = 0;
  const list: Arm = {
    name: 'list',
    run: async () => {
      const { slowest, count: _count, ...times } = await askPages(lister, round++, share);
      for (const { query, ms } of slowest) workshop.say(`  ${ms.toFixed(0)} ms: ${query}`);
      return times;
    },
  };
  return { arms: [list], judge };
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[]): Figure[] {
  const values = (name: string) => valuesOf(rounds, 'list', name);
  return [
    shown('a page of the console, p50', values('p50Ms'), { unit: 'ms' }),
    atMost(p95MsMax, 'a page of the console, p95', values('p95Ms'), { unit: 'ms' }),
    shown('a page of the console, slowest', values('maxMs'), { unit: 'ms' }),
  ];
}
