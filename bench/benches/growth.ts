import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { noneEarly, valuesOf } from '../measure/figures';
import { growthOf } from '../measure/growth';
import type { Sizes } from '../measure/growth';
import { readCount } from '../measure/readCount';
import { fill } from './growth/fill';
import type { Held } from './growth/fill';
import { reconcileAll } from './growth/housekeeping';
import { measure } from './growth/measure';
import type { Setting } from './growth/measure';
import { openFilling } from './growth/openFilling';

/** What the servers have only just written and planned is not to be measured. */
const warmUp: Setting['counts'] = { created: 20, posts: 2 };

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
  let allSeconds = Number.NaN;
  const arms = sizes.map((size): Arm => {
    return {
      name: nameOf(size),
      run: async (): Promise<Sample> => {
        if (size !== held) {
          await fill(workshop, filling, held, size);
          held = size;
          await measure({ ...setting, counts: warmUp });
          allSeconds = await reconcileAll(service);
        }
        return { ...(await measure(setting)), reconcileAllSeconds: allSeconds };
      },
    };
  });
  return { arms, order: 'armByArm', judge: (rounds) => judge(rounds, sizes) };
}

function nameOf({ assignments, deliveries, timers }: Held): string {
  return `${assignments} + ${deliveries} + ${timers}`;
}

/** The figures of these rounds: what grows by more than a tenth a decade is a finding. */
export function judge(rounds: readonly Round[], sizes: readonly Held[]): Figure[] {
  const arms = sizes.map(nameOf);
  const all: Sizes = { arms, counts: sizes.map(({ assignments }) => assignments) };
  const timers: Sizes = { arms, counts: sizes.map((size) => size.timers) };
  const inMs = (what: string, name: string, isFree = false) =>
    growthOf(rounds, all, what, { name, unit: 'ms', digits: 1, isFree });
  return [
    inMs('create, p50', 'createP50Ms'),
    inMs('create, p99', 'createP99Ms'),
    inMs('create and cancel, CPU', 'createCpuMs'),
    inMs('list of the API, narrow filters, p95', 'narrowP95Ms'),
    inMs('list of the API, narrow filters, CPU', 'narrowCpuMs'),
    inMs('list of the API, wide filters, p95', 'wideP95Ms'),
    inMs('list of the API, wide filters, CPU', 'wideCpuMs'),
    inMs('list of the console, any filters, p95', 'consoleP95Ms'),
    inMs('list of the console, any filters, CPU', 'consoleCpuMs'),
    inMs('deliveries of an assignment, p95', 'deliveriesOfOneP95Ms'),
    inMs('deliveries of an assignment, CPU', 'deliveriesOfOneCpuMs'),
    inMs('all deliveries, p95', 'deliveriesP95Ms'),
    inMs('all deliveries, CPU', 'deliveriesCpuMs'),
    inMs('lag at the second, p50', 'lagP50Ms'),
    inMs('lag at the second, slowest', 'lagSlowestMs', true),
    inMs('a post at its second, prepared ahead, CPU', 'lagCpuMs'),
    inMs('a pass of reconcile, 200 looks', 'reconcileMs'),
    inMs('a pass of reconcile, 200 looks, CPU', 'reconcileCpuMs'),
    inMs('a clean-up, 500 rows of each kind', 'cleanUpMs'),
    inMs('a clean-up, 500 rows of each kind, CPU', 'cleanUpCpuMs'),
    growthOf(rounds, all, 'statements of a clean-up', { name: 'cleanUpStatements', unit: '', digits: 0 }),
    growthOf(rounds, timers, 'the daily pass, a look at each run', {
      name: 'reconcileAllSeconds',
      unit: 's',
      isFree: true,
    }),
    noneEarly(arms.flatMap((arm) => valuesOf(rounds, arm, 'earlyCount'))),
  ];
}
