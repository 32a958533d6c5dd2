import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { noneEarly, valuesOf } from '../measure/figures';
import { growthOf } from '../measure/growth';
import type { Sizes } from '../measure/growth';
import { openPageMeter } from '../measure/pagesRead';
import { readCount } from '../measure/readCount';
import { fill } from './growth/fill';
import type { Held } from './growth/fill';
import { reconcileAll } from './growth/housekeeping';
import { measure } from './growth/measure';
import type { Setting } from './growth/measure';
import { openFilling } from './growth/openFilling';

/** Pages are counted with so many: their number depends on the rows alone. */
const few: Setting['counts'] = { created: 20, posts: 2 };

/** The same work in a database that holds more and more, with runs that wait for their time. */
export const growth: Bench = {
  name: 'growth',
  summary: 'Create, lists, lag, reconcile and clean-up at three sizes of one database, which is filled between them.',
  isLong: true,
  hoursMax: 8,
  options: {
    sizes: { default: '10000,100000,1000000', description: 'how many assignments there are at each size' },
    kept: { default: '10000,100000,1000000', description: 'how many webhook deliveries' },
    timers: { default: '1000,10000,30000', description: 'how many of the assignments wait for their time' },
    asked: { default: '600', description: 'how many are created in each measurement' },
    posts: { default: '30', description: 'how many are published in each measurement, one a second' },
  },
  prepare: async (workshop, options) => {
    const counts = {
      created: readCount('asked', options['asked'], 10, 20_000),
      posts: readCount('posts', options['posts'], 2, 1000),
    };
    return prepare(workshop, readSizes(options), counts);
  },
};

/** @throws Error unless there are as many sizes of each, from the smallest, and all that waits is an assignment */
export function readSizes(options: Readonly<Record<string, string>>): Held[] {
  const read = (name: string) => (options[name] ?? '').split(',').map((text) => readCount(name, text, 10, 10_000_000));
  const [assignments, deliveries, timers] = [read('sizes'), read('kept'), read('timers')];
  const isRising = (counts: readonly number[]) => counts.every((count, index) => count > (counts[index - 1] ?? 0));
  if (![assignments, deliveries, timers].every((counts) => counts.length === assignments.length && isRising(counts)))
    throw new Error('--sizes, --kept and --timers must be as many rising numbers');
  const held = assignments.map((count, index) => {
    return { assignments: count, deliveries: deliveries[index] ?? 0, timers: timers[index] ?? 0 };
  });
  if (held.some((size) => size.timers >= size.assignments)) throw new Error('--timers must be below --sizes');
  return held;
}

async function prepare(workshop: Workshop, sizes: readonly Held[], counts: Setting['counts']): Promise<Preparation> {
  const { publisher, service, filling, token } = await openFilling(workshop);
  const { owner, templates } = filling;
  const { apiKey } = publisher.channel;
  const { connectionIds } = owner;
  const reader = { apiUrl: service.apiUrl, apiKey, token, connectionIds, assignmentId: templates.published };
  const setting = { workshop, publisher, owner, reader, counts };
  let held: Held = { assignments: 0, deliveries: 0, timers: 0 };
  const meter = await openPageMeter(workshop, service.databaseUrl);
  let once: Sample = {};
  const arms = sizes.map((size): Arm => {
    return {
      name: nameOf(size),
      run: async (): Promise<Sample> => {
        if (size !== held) {
          await fill(workshop, filling, held, size);
          held = size;
          // What the servers have only just written and planned is not to be timed.
          const counted = Object.entries(await measure({ ...setting, counts: few }, meter, 'Pages'));
          const pages = Object.fromEntries(counted.filter(([name]) => name.endsWith('Pages')));
          once = { ...pages, reconcileAllSeconds: await reconcileAll(service) };
        }
        return { ...(await measure(setting)), ...once };
      },
    };
  });
  return { arms, order: 'armByArm', judge: (rounds) => judge(rounds, sizes) };
}

function nameOf({ assignments, deliveries, timers }: Held): string {
  return `${assignments} + ${deliveries} + ${timers}`;
}

const measured = [
  ['create', 'p99', 'createP99Ms', 'create'],
  ['list of the API, narrow filters', 'p95', 'narrowP95Ms', 'narrow'],
  ['list of the API, wide filters', 'p95', 'wideP95Ms', 'wide'],
  ['list of the console, any filters', 'p95', 'consoleP95Ms', 'console'],
  ['deliveries of an assignment', 'p95', 'deliveriesOfOneP95Ms', 'deliveriesOfOne'],
  ['all deliveries', 'p95', 'deliveriesP95Ms', 'deliveries'],
  ['a post at its second', 'lag, p50', 'lagP50Ms', 'lag'],
  ['a pass of reconcile, 200 looks', 'time', 'reconcileMs', 'reconcile'],
  ['a clean-up, 500 rows of each kind', 'time', 'cleanUpMs', 'cleanUp'],
] as const;

/** The figures of these rounds: what grows by more than a tenth a decade is a finding. */
export function judge(rounds: readonly Round[], sizes: readonly Held[]): Figure[] {
  const arms = sizes.map(nameOf);
  const all: Sizes = { arms, counts: sizes.map(({ assignments }) => assignments) };
  const timers: Sizes = { arms, counts: sizes.map((size) => size.timers) };
  const inMs = (what: string, name: string, isFree = false) =>
    growthOf(rounds, all, what, { name, unit: 'ms', isFree });
  /** In three units, of which a busy machine changes the first one most, and the last one not at all. */
  const threefold = ([what, time, timed, name]: readonly [string, string, string, string]) => [
    inMs(`${what}, ${time}`, timed),
    inMs(`${what}, CPU`, `${name}CpuMs`),
    growthOf(rounds, all, `${what}, pages`, { name: `${name}Pages`, unit: '', digits: 0 }),
  ];
  return [
    inMs('create, p50', 'createP50Ms'),
    ...measured.flatMap(threefold),
    inMs('a post at its second, slowest', 'lagSlowestMs', true),
    growthOf(rounds, all, 'statements of a clean-up', { name: 'cleanUpStatements', unit: '', digits: 0 }),
    growthOf(rounds, timers, 'the daily pass, a look at each run', {
      name: 'reconcileAllSeconds',
      unit: 's',
      isFree: true,
    }),
    noneEarly(arms.flatMap((arm) => valuesOf(rounds, arm, 'earlyCount'))),
  ];
}
