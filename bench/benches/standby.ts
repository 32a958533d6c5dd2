import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { shown, valuesOf } from '../figures';
import { runLoad, sampleOf } from '../load/runLoad';
import { readCount } from '../readCount';
import { startSandbox } from '../startSandbox';
import { ratios } from '../statistics';
import { startTunedService } from '../startTuned';
import { untilDispatched } from '../untilDispatched';
import { withDatabase } from '../withDatabase';
import { openCaller } from './create/caller';
import type { Caller } from './create/caller';
import { addWaitingJobs, removeWaitingJobs } from './standby/waitingJobs';

const concurrency = 16;
/** The number of jobs that are created and timed, beside those that stand by. */
const creates = 1000;
/** The jobs with real timers are created in so many parts; the last is compared with the first. */
const timerParts = 5;

/** Accepting jobs while many others wait for their time, against a system that holds none. */
export const standby: Bench = {
  name: 'standby',
  summary: 'POST /assignments while many scheduled jobs stand by, against an empty system.',
  options: {
    jobs: { default: '100000', description: 'how many stand by in the database' },
    timers: { default: '2000', description: 'how many have a real timer in Temporal besides, at all times' },
  },
  prepare: async (workshop, { jobs, timers }) =>
    prepare(workshop, readCount('jobs', jobs, 10, 1_000_000), readCount('timers', timers, timerParts * 10, 50_000)),
};

/** The context in which the arms work. */
interface Setting {
  readonly workshop: Workshop;
  readonly databaseUrl: string;
  readonly caller: Caller;
}

async function prepare(workshop: Workshop, jobs: number, timers: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const caller = await openCaller(service, sandbox);
  const setting = { workshop, databaseUrl: service.databaseUrl, caller };
  const count = Math.min(creates, Math.ceil(jobs / 10));
  await load(setting, count);
  const parts = await startTimers(setting, timers);
  return {
    arms: [
      { name: 'empty', run: async () => load(setting, count) },
      { name: 'standby', run: async () => loadBeside(setting, count, jobs) },
    ],
    judge: (rounds) => [...judge(rounds, jobs), judgeTimers(parts, timers)],
  };
}

async function load({ workshop, databaseUrl, caller }: Setting, count: number): Promise<Sample> {
  const sample = sampleOf(await runLoad(workshop.processes, { targets: [caller.target], count, concurrency }));
  await untilDispatched(databaseUrl);
  return sample;
}

/** Only the load is timed. */
async function loadBeside(setting: Setting, count: number, jobs: number): Promise<Sample> {
  const { databaseUrl, caller } = setting;
  await withDatabase(databaseUrl, async (client) => addWaitingJobs(client, caller, jobs));
  const sample = await load(setting, count);
  await withDatabase(databaseUrl, async (client) => removeWaitingJobs(client, caller));
  return sample;
}

/** Creates jobs that wait in Temporal, with a timer each. @returns what each part of the creating was like */
async function startTimers(setting: Setting, timers: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let part = 0; part < timerParts; part += 1) samples.push(await load(setting, Math.ceil(timers / timerParts)));
  setting.workshop.say(`  ${timers} scheduled jobs have a timer in Temporal`);
  return samples;
}

/** The figures of these rounds. Nothing is asked of them. */
export function judge(rounds: readonly Round[], jobs: number): Figure[] {
  return (['answeredPerSecond', 'p50Ms', 'p99Ms'] as const).map((name) => {
    const [values, baseline] = [valuesOf(rounds, 'standby', name), valuesOf(rounds, 'empty', name)];
    const what = { answeredPerSecond: 'created', p50Ms: 'p50', p99Ms: 'p99' }[name];
    const unit = name === 'answeredPerSecond' ? '/s' : 'ms';
    return shown(`${what}, ${jobs} waiting`, values, { unit, baseline, ratio: ratios(values, baseline) });
  });
}

function judgeTimers(parts: readonly Sample[], timers: number): Figure {
  const rates = parts.map((sample) => sample['answeredPerSecond'] ?? Number.NaN);
  const [first, last] = [rates.slice(0, 1), rates.slice(-1)];
  const what = `created, last fifth of ${timers} timers`;
  return shown(what, last, { unit: '/s', baseline: first, ratio: ratios(last, first) });
}
