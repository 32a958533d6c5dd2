import { join } from 'node:path';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, valuesOf } from '../figures';
import { runLoad } from '../load/runLoad';
import { backendsOf } from '../profile/backendsOf';
import { startProfile } from '../profile/inspect';
import type { Inspected } from '../profile/inspect';
import { busyShare, shareByPackage } from '../profile/selfTime';
import { openPublisher } from '../publisher';
import type { Publisher } from '../publisher';
import { readCount } from '../readCount';
import { countStatements, logStatements } from '../statementLog';
import { median, spread } from '../statistics';
import { untilDispatched } from '../untilDispatched';
import { openCaller } from './create/caller';

const concurrency = 16;
/** So many packages are shown of each process. */
const shownMax = 15;
const busy = '(busy)';
const statementsMax = 18;
/** So many publications at a time; the worker's connections stay open meanwhile. */
const countedMax = 20;

/**
 * Times of the main threads of API and worker, by package, and statements of a publication. It explains the other
 * benches.
 */
export const profile: Bench = {
  name: 'profile',
  summary:
    'Where API (under creates) and worker (under publishes) spend their time, and the statements of a publication.',
  options: { profiled: { default: '1000', description: 'how many are created, and a third as many published' } },
  prepare: async (workshop, { profiled }) => prepare(workshop, readCount('profiled', profiled, 10, 10_000)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const { service, sandbox } = publisher;
  const { target } = await openCaller(service, sandbox);
  const create = async (): Promise<void> => {
    await runLoad(workshop.processes, { targets: [target], count, concurrency });
  };
  const publish = async (): Promise<void> => {
    const ids = await publisher.ask('Profile', Math.ceil(count / 3), { concurrency: 10 });
    await publisher.untilPublished(ids);
  };
  await create();
  await untilDispatched(service.databaseUrl);
  const logFile = (name: string): string => join(workshop.dir, 'logs', `${name}.log`);
  // The latest of each, to be opened with Chrome's DevTools.
  const file = (name: string): string => join(workshop.resultsDir, `profile-${name}.cpuprofile`);
  const api = { pid: service.apiPid, logFile: logFile('api') };
  const worker = { pid: service.workerPid, logFile: logFile('worker') };
  return {
    arms: [
      {
        name: 'api',
        run: async () => {
          const sample = await profileDuring(api, create, file('api'));
          await untilDispatched(service.databaseUrl);
          return sample;
        },
      },
      { name: 'worker', run: async () => profileDuring(worker, publish, file('worker')) },
      {
        name: 'statements',
        run: async () => countDuring(workshop, publisher, Math.min(countedMax, Math.ceil(count / 3))),
      },
    ],
    judge: (rounds) => [...['api', 'worker'].flatMap((name) => figuresOf(rounds, name)), judgeStatements(rounds)],
  };
}

/**
 * Publishes so many at once, and counts what the worker sends to the database for each, by the database's own log. Its
 * relay looks for work each second meanwhile: that is less than one statement for each publication, and cut off.
 */
async function countDuring(workshop: Workshop, { service, ask, untilPublished }: Publisher, count: number) {
  const backends = async () => backendsOf(service.workerPid, service.databaseUrl);
  const pids = await backends();
  const log = await logStatements(workshop, service.databaseUrl, async () => {
    await untilPublished(await ask('Statements', count, { concurrency: 10 }));
    for (const pid of await backends()) pids.add(pid);
  });
  return { statementsEach: Math.floor(countStatements(log, pids) / count) };
}

/** The worker's statements for a publication, against ARCHITECTURE.md §6. */
export function judgeStatements(rounds: readonly Round[]): Figure {
  const values = valuesOf(rounds, 'statements', 'statementsEach');
  return atMost(statementsMax, "the worker's statements for each publication", values, { unit: '', isCount: true });
}

async function profileDuring(process: Inspected, work: () => Promise<void>, file: string): Promise<Sample> {
  const stop = await startProfile(process);
  await work();
  const found = await stop(file);
  const thousandths = [...shareByPackage(found)].map(
    ([name, share]) => [name, Math.round(share * 1000) / 1000] as const,
  );
  return { ...Object.fromEntries(thousandths), [busy]: Math.round(busyShare(found) * 1000) / 1000 };
}

/** The shares of the time in which the process was busy, the largest first. A package that a round lacks had none. */
export function figuresOf(rounds: readonly Round[], arm: string): Figure[] {
  const samples = rounds.map(({ samples }) => samples[arm] ?? {});
  const percent = (name: string): number[] => samples.map((sample) => (sample[name] ?? 0) * 100);
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))].filter((name) => name !== busy);
  const largest = names.toSorted((a, b) => median(percent(b)) - median(percent(a))).slice(0, shownMax);
  const figure = (what: string, name: string): Figure => {
    return { what: `${arm}: ${what}`, measured: spread(percent(name), 1, '%'), isMet: true };
  };
  return [figure('main thread busy', busy), ...largest.map((name) => figure(name, name))];
}
