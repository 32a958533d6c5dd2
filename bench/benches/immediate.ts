import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atLeast, ratioAtLeast, ratioAtMost, shown, valuesOf } from '../figures';
import type { Pace } from '../inLanes';
import { openPublisher } from '../publisher';
import type { Publisher } from '../publisher';
import { readCount } from '../readCount';
import { ratios } from '../statistics';
import { cpuOf, measure, measureBare } from './immediate/measure';
import { serviceSide, startBareSide } from './immediate/sides';
import type { Asking, Side } from './immediate/sides';
import { startBare } from './webhooks/bare';
import type { Bare } from './webhooks/bare';

const publishedPerSecondMin = 20;
const ofBareTemporalMin = 0.75;
const p50OfBareTemporalMax = 2;
const atOnce: Pace = { concurrency: 10 };
/** Both sides can publish more, so that no post has to wait for its turn. */
const steadyPerSecond = 10;
const steady: Pace = { concurrency: 10, perSecond: steadyPerSecond };
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 10;

/** Many publications asked for at once, against a bare program on Temporal, and against the platform's calls alone. */
export const immediate: Bench = {
  name: 'immediate',
  summary: 'Many immediate publications asked for at once, against a bare program on Temporal that does the same.',
  options: {
    immediates: { default: '500', description: 'how many are asked for at once; a fifth with webhooks, and steadily' },
  },
  prepare: async (workshop, { immediates }) => prepare(workshop, readCount('immediates', immediates, 2, 5000)),
};

/** The number of posts with webhooks, and of posts that are asked for steadily. */
function fewOf(count: number): number {
  return Math.max(2, Math.ceil(count / 5));
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const receiver = await startBare(workshop);
  const common = { ...publisher, receiver };
  const [own, bare] = [serviceSide(publisher), await startBareSide(workshop, publisher, receiver)];
  const webhooks = await webhooksOf(own, publisher, receiver);
  workshop.say(`  ${webhooks.count} webhooks of each, of up to ${webhooks.bodyBytes} bytes`);
  await measure(bare, common, { count: warmUps, pace: atOnce, webhooks });

  const pair = (name: string, asking: Omit<Asking, 'name'>): Arm[] => [
    { name: `temporal${name}`, run: async () => measure(bare, common, asking) },
    { name: `immediate${name}`, run: async () => measure(own, common, asking) },
  ];
  const few = fewOf(count);
  return {
    arms: [
      { name: 'bare', run: async () => measureBare(publisher, count) },
      ...pair('', { count, pace: atOnce }),
      ...pair(' notified', { count: few, pace: atOnce, webhooks }),
      ...pair(' steady', { count: few, pace: steady }),
    ],
    judge: (rounds) => judge(rounds, count),
  };
}

/** The webhooks that the service sends about one post. @throws Error when not all posts cause as many */
async function webhooksOf({ publish }: Side, { webhookSecret: secret }: Publisher, receiver: Bare) {
  const webhooks = { url: receiver.hooksUrl, secret, bodyBytes: 0, count: 0 };
  await receiver.begin(secret);
  await publish({ name: 'Notified', count: warmUps, pace: atOnce, webhooks });
  const { arrivals } = await receiver.report();
  const count = arrivals.length / warmUps;
  if (Number.isInteger(count) && count > 0)
    return { ...webhooks, count, bodyBytes: Math.max(...arrivals.map((arrival) => arrival.bodyBytes)) };
  throw new Error(`${warmUps} posts brought ${arrivals.length} webhooks`);
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const values = (name: string) => valuesOf(rounds, 'immediate', name);
  const rate = values('publishedPerSecond');
  const baseline = valuesOf(rounds, 'bare', 'publishedPerSecond');
  const about = { unit: '/s', baseline, ratio: ratios(rate, baseline) };
  const p50 = { digits: 0, unit: 'ms', baseline: valuesOf(rounds, 'bare', 'p50Ms') };
  return [
    atLeast(publishedPerSecondMin, `published, ${count} at once`, rate, about),
    ...judgeAgainstTemporal(rounds, count),
    shown('asked for meanwhile', values('askedPerSecond'), { unit: '/s' }),
    shown('created to published, p50', values('p50Ms'), p50),
    shown('created to published, p99', values('p99Ms'), { digits: 0, unit: 'ms' }),
    ...showCpu(rounds, '', 'CPU time of each'),
    ...showCpu(rounds, ' notified', 'CPU time of each with webhooks'),
    judgeOnce(rounds, count),
  ];
}

function judgeAgainstTemporal(rounds: readonly Round[], count: number): Figure[] {
  const rate = against(rounds, '', 'publishedPerSecond', '/s');
  const notified = against(rounds, ' notified', 'publishedPerSecond', '/s');
  const p50 = against(rounds, ' steady', 'p50Ms', 'ms');
  const what = {
    rate: `published, ${count} at once, against bare Temporal`,
    notified: `published with webhooks, ${fewOf(count)} at once, against bare Temporal`,
    p50: `created to published, ${steadyPerSecond} a second, p50, against bare Temporal`,
  };
  return [
    ratioAtLeast(ofBareTemporalMin, what.rate, rate.values, rate.about),
    ratioAtLeast(ofBareTemporalMin, what.notified, notified.values, notified.about),
    ratioAtMost(p50OfBareTemporalMax, what.p50, p50.values, p50.about),
  ];
}

/** The CPU time that one post costs each program; a bare program has neither an API nor a database. */
function showCpu(rounds: readonly Round[], arm: string, what: string): Figure[] {
  const all = against(rounds, arm, cpuOf('all'), 'ms');
  const parts = ['Temporal', 'worker', 'sandbox'].map((program) => {
    const { values, about } = against(rounds, arm, cpuOf(program), 'ms');
    return shown(`${what}, ${program}`, values, { unit: 'ms', baseline: about.baseline });
  });
  const own = ['API', 'PostgreSQL'].map((program) =>
    shown(`${what}, ${program}`, valuesOf(rounds, `immediate${arm}`, cpuOf(program)), { unit: 'ms' }),
  );
  return [shown(`${what}, all, against bare Temporal`, all.values, all.about), ...parts, ...own];
}

/** What the service and the bare program on Temporal have measured in the same rounds. */
function against(rounds: readonly Round[], arm: string, name: string, unit: string) {
  const values = valuesOf(rounds, `immediate${arm}`, name);
  const baseline = valuesOf(rounds, `temporal${arm}`, name);
  return { values, about: { unit, baseline, ratio: ratios(values, baseline) } };
}

function judgeOnce(rounds: readonly Round[], count: number): Figure {
  const once = valuesOf(rounds, 'immediate', 'onceCount');
  const sum = once.reduce((total, value) => total + value, 0);
  const wanted = count * rounds.length;
  return { what: 'published once, in public', measured: `${sum} of ${wanted}`, budget: 'all', isMet: sum === wanted };
}
