import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { runLoad, sampleOf } from '../load/runLoad';
import { noneEarly, ratioAtMost, shown, valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { openPublisher } from '../service/publisher';
import type { Publisher } from '../service/publisher';
import { registerUser, workspaceOf } from '../service/registerUser';
import { untilDispatched } from '../service/untilDispatched';
import { withDatabase } from '../tools/withDatabase';
import { askPages } from './consoleList/askPages';
import type { Lister } from './consoleList/askPages';
import { fill } from './consoleList/fill';
import { openCaller } from './create/caller';
import type { Caller } from './create/caller';
import { publishEachSecond } from './scheduled/publishEachSecond';
import { openCrowd } from './standby/crowd';
import type { Crowd } from './standby/crowd';

/** A system that holds them is at least 0.95 as fast. */
const slowerMax = 1.05;
const concurrency = 16;
/** The workspace whose list is read has so many. */
const listedCount = 10_000;
/** Of all selections of filters each so many-th is asked for. */
const share = 16;

/** The list, creating and publishing while very many assignments wait for their time, against a system that holds none. */
export const standby: Bench = {
  name: 'standby',
  summary: 'List, create and lag while a million scheduled assignments stand by, against an empty system.',
  options: {
    assignments: { default: '1000000', description: 'how many stand by' },
    made: { default: '1000', description: 'how many are created beside them; a fiftieth as many are published' },
  },
  prepare: async (workshop, { assignments, made }) =>
    prepare(workshop, readCount('assignments', assignments, 10, 1_000_000), readCount('made', made, 20, 20_000)),
};

/** The context in which the arms work. */
interface Setting {
  readonly workshop: Workshop;
  readonly publisher: Publisher;
  /** The assignments that stand by are of the same workspace and channel. */
  readonly caller: Caller;
  readonly lister: Lister;
  readonly crowd: Crowd;
  readonly count: number;
}

async function prepare(workshop: Workshop, assignments: number, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const { service, sandbox } = publisher;
  const caller = await openCaller(service, sandbox);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  const connectionIds = await withDatabase(service.databaseUrl, async (client) => fill(client, owner, listedCount));
  const lister: Lister = { apiUrl: service.apiUrl, token: user.token, connectionIds };
  const crowd = openCrowd(workshop, service.databaseUrl, caller, assignments);
  const setting = { workshop, publisher, caller, lister, crowd, count };
  await create(setting);
  const arm = (name: string, isThere: boolean): Arm => ({ name, run: async () => measure(setting, isThere) });
  return { arms: [arm('empty', false), arm('standby', true)], judge: (rounds) => judge(rounds, assignments) };
}

/** Neither their coming nor their going is timed. */
async function measure(setting: Setting, isThere: boolean): Promise<Sample> {
  const { publisher, lister, crowd, count } = setting;
  await crowd.set(isThere);
  const pages = await askPages(lister, 0, share);
  const created = await create(setting);
  const lags = await publishEachSecond(publisher, Math.ceil(count / 50));
  return {
    listP95Ms: pages.p95Ms,
    createdPerSecond: created['answeredPerSecond'] ?? Number.NaN,
    createP99Ms: created['p99Ms'] ?? Number.NaN,
    lagP50Ms: lags['p50Ms'] ?? Number.NaN,
    lagP99Ms: lags['p99Ms'] ?? Number.NaN,
    earlyCount: lags['earlyCount'] ?? Number.NaN,
  };
}

async function create({ workshop, publisher, caller, count }: Setting): Promise<Sample> {
  const sample = sampleOf(await runLoad(workshop.processes, { targets: [caller.target], count, concurrency }));
  await untilDispatched(publisher.service.databaseUrl);
  return sample;
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], assignments: number): Figure[] {
  const pair = (name: string, unit: string) => {
    const [values, baseline] = [valuesOf(rounds, 'standby', name), valuesOf(rounds, 'empty', name)];
    return [values, { unit, baseline, ratio: ratios(values, baseline) }] as const;
  };
  return [
    ratioAtMost(slowerMax, `a page of a list, p95, ${assignments} waiting`, ...pair('listP95Ms', 'ms')),
    ratioAtMost(slowerMax, `created, p99, ${assignments} waiting`, ...pair('createP99Ms', 'ms')),
    ratioAtMost(slowerMax, `lag, p50, ${assignments} waiting`, ...pair('lagP50Ms', 'ms')),
    shown(`lag, p99, ${assignments} waiting`, ...pair('lagP99Ms', 'ms')),
    shown(`created, ${assignments} waiting`, ...pair('createdPerSecond', '/s')),
    noneEarly(['empty', 'standby'].flatMap((arm) => valuesOf(rounds, arm, 'earlyCount'))),
  ];
}
