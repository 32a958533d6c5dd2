import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, ratioAtLeast, shown, valuesOf } from '../measure/figures';
import type { Load } from '../load/generateLoad';
import { rehearsalCount } from '../load/generateLoad';
import { runLoad, sampleOf } from '../load/runLoad';
import { readCount } from '../measure/readCount';
import { startSandbox } from '../service/startSandbox';
import { ratios } from '../measure/statistics';
import { startTunedService } from '../service/startTuned';
import { untilDispatched } from '../service/untilDispatched';
import { withDatabase } from '../tools/withDatabase';
import { bareSchema, countRows } from './create/bareSchema';
import { startBareServer } from './create/bareServer';
import { openCaller } from './create/caller';

const throughputMin = 0.85;
const p99MsMax = 50;
const steadyPerSecond = 50;
const concurrency = 16;
/** A server that has only just started has not yet compiled its most used code. */
const warmUps = 500;

/** The acceptance of assignments, against the plainest server that writes the same rows, with and without workflows. */
export const create: Bench = {
  name: 'create',
  summary:
    'POST /assignments against bare Express + pg that write the same rows and start workflows; latency at 50 a second.',
  options: { creates: { default: '2000', description: 'how many are asked for as fast as they are answered' } },
  prepare: async (workshop, { creates }) => prepare(workshop, readCount('creates', creates, 20, 20_000)),
};

/** The context in which the arms work. */
interface Setting {
  readonly workshop: Workshop;
  readonly databaseUrl: string;
  readonly ours: Target;
  readonly bare: Target;
}
type Target = Load['targets'][number];

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const caller = await openCaller(service, sandbox);
  const { databaseUrl } = service;
  const bareUrl = await startBareServer(workshop, service, caller);
  const ours = caller.target;
  const bare = { ...ours, url: `${bareUrl}/assignments` };
  const setting = { workshop, databaseUrl, ours, bare };
  const started = { ...ours, url: `${bareUrl}/started-assignments` };
  const untilStarted = async (sample: Sample): Promise<Sample> => {
    await fetch(`${bareUrl}/starts`);
    return sample;
  };
  await showSameRows(setting);
  for (const target of [bare, started, ours]) await load(setting, target, { count: Math.min(count, warmUps) });

  const steady = { count: Math.ceil(count / 4), perSecond: steadyPerSecond };
  return {
    arms: [
      { name: 'bare', run: async () => load(setting, bare, { count }) },
      { name: 'bare started', run: async () => untilStarted(await load(setting, started, { count })) },
      { name: 'create', run: async () => load(setting, ours, { count }) },
      { name: 'bare steady', run: async () => load(setting, bare, steady) },
      { name: 'create steady', run: async () => load(setting, ours, steady) },
    ],
    judge,
  };
}

/** Shows that both leave the same rows behind. @throws Error where they do not */
async function showSameRows({ workshop, databaseUrl, ours, bare }: Setting): Promise<void> {
  const added = async (schema: string, target: Target): Promise<string> => {
    const before = await withDatabase(databaseUrl, async (client) => countRows(client, schema));
    const { latenciesMs } = await runLoad(workshop.processes, { targets: [target], count: 10, concurrency: 1 });
    const requests = latenciesMs.length + rehearsalCount(latenciesMs.length);
    const after = await withDatabase(databaseUrl, async (client) => countRows(client, schema));
    return JSON.stringify(
      Object.fromEntries(Object.entries(after).map(([name, rows]) => [name, (rows - (before[name] ?? 0)) / requests])),
    );
  };
  const [theirs, own] = [await added(bareSchema, bare), await added('public', ours)];
  if (theirs !== own) throw new Error(`an assignment is ${own} in the service, but ${theirs} in the baseline`);
  workshop.say(`  An assignment is these rows in both: ${own}`);
}

/** One load. Its runs end before the next load begins; that time is not measured. */
async function load(setting: Setting, target: Target, pace: { count: number; perSecond?: number }): Promise<Sample> {
  const { workshop, databaseUrl } = setting;
  const sample = sampleOf(await runLoad(workshop.processes, { targets: [target], concurrency, ...pace }));
  await untilDispatched(databaseUrl);
  return sample;
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[]): Figure[] {
  const pair = (suffix: string, name: string) => {
    const [values, baseline] = [valuesOf(rounds, `create${suffix}`, name), valuesOf(rounds, `bare${suffix}`, name)];
    return { values, baseline, ratio: ratios(values, baseline) };
  };
  const { values: rate, ...rateAbout } = pair('', 'answeredPerSecond');
  const latency = (suffix: string, name: string) => {
    const { values, baseline, ratio } = pair(suffix, name);
    return { values, about: { unit: 'ms', baseline, ratio } };
  };
  const startedRate = valuesOf(rounds, 'bare started', 'answeredPerSecond');
  const aboutStarted = { unit: '/s', baseline: startedRate, ratio: ratios(rate, startedRate) };
  const [full50, full99] = [latency('', 'p50Ms'), latency('', 'p99Ms')];
  const [steady50, steady99] = [latency(' steady', 'p50Ms'), latency(' steady', 'p99Ms')];
  return [
    ratioAtLeast(throughputMin, 'created, against a bare server that starts workflows', rate, aboutStarted),
    shown('created, against a bare server that starts none', rate, { unit: '/s', ...rateAbout }),
    shown(`${concurrency} callers, p50`, full50.values, full50.about),
    shown(`${concurrency} callers, p99`, full99.values, full99.about),
    shown(`${steadyPerSecond} a second, p50`, steady50.values, steady50.about),
    atMost(p99MsMax, `${steadyPerSecond} a second, p99`, steady99.values, steady99.about),
  ];
}
