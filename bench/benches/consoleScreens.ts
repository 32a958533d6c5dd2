import { launchChromium } from '../tools/launchChromium';
import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atMost, valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { registerUser, workspaceOf } from '../service/registerUser';
import { startSandbox } from '../service/startSandbox';
import { startTunedService } from '../service/startTuned';
import { withDatabase } from '../tools/withDatabase';
import { fill } from './consoleList/fill';
import { timeScreen } from './consoleScreens/timeScreen';

const screenMsMax = 1000;

/** The screens of the console that a person opens most, by their paths. */
export const paths = {
  overview: '/',
  compose: '/compose',
  assignments: '/assignments',
  calendar: '/calendar',
  connections: '/connections',
  analytics: '/analytics?days=90',
  billing: '/billing',
  webhooks: '/webhooks',
} as const;

/** A person opens one screen after the other, each with an empty cache. */
export const consoleScreens: Bench = {
  name: 'consoleScreens',
  summary: 'Each screen of the console with an empty cache, until it is whole, in a workspace of a million posts.',
  options: { assignments: { default: '1000000', description: 'how many the workspace has' } },
  prepare: async (workshop, { assignments }) =>
    prepare(workshop, readCount('assignments', assignments, 1000, 5_000_000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  workshop.say(`  Writing ${count} assignments`);
  await withDatabase(service.databaseUrl, async (client) => fill(client, owner, count));
  const reader = { consoleUrl: service.apiUrl, token: user.token };
  const screens: Arm = {
    name: 'screens',
    run: async () => {
      const browser = await launchChromium();
      try {
        const times: Record<string, number> = {};
        for (const [name, path] of Object.entries(paths)) times[`${name}Ms`] = await timeScreen(browser, reader, path);
        return times;
      } finally {
        await browser.close();
      }
    },
  };
  return { arms: [screens], judge };
}

/** The time of each screen in these rounds against the budget of docs/performance.md. */
export function judge(rounds: readonly Round[]): Figure[] {
  return Object.keys(paths).map((name) =>
    atMost(screenMsMax, `the screen ${name}, whole`, valuesOf(rounds, 'screens', `${name}Ms`), {
      unit: 'ms',
      digits: 0,
    }),
  );
}
