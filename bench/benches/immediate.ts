import { startSlowSource } from '../baseline/fairness/startSlowSource';
import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { startBareTemporal } from '../baseline/temporal/startBareTemporal';
import { startReceiver } from '../baseline/webhooks/startReceiver';
import type { Receiver } from '../baseline/webhooks/startReceiver';
import { atMost, ratioAtLeast, ratioAtMost, shown, valuesOf } from '../measure/figures';
import { historyLengths } from '../measure/historyLengths';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { openPublisher } from '../service/publisher';
import type { Publisher } from '../service/publisher';
import type { Pace } from '../tools/inLanes';
import { besideHeld } from './immediate/besideHeld';
import { cpuOf, measure } from './immediate/measure';
import { bareSide, serviceSide } from './immediate/sides';
import type { Asking, Side } from './immediate/sides';
import { countEach } from './immediate/statements';

const ofBareTemporalMin = 0.75;
/** Of posts that need an activity of their own: a regular activity is as dear as a workflow. */
const byActivityMin = 0.6;
const p50OfBareTemporalMax = 2;
const historyEventsMax = 11;
const statementsMax = 18;
const atOnce: Pace = { concurrency: 10 };
/** Both sides can publish more, so that no post has to wait for its turn. */
const steadyPerSecond = 10;
const steady: Pace = { concurrency: 10, perSecond: steadyPerSecond };
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 10;
/** So many posts are enough to count statements. */
const countedMax = 20;

/** Many publications asked for at once, and steadily, against a bare program on Temporal; and the cost of each. */
export const immediate: Bench = {
  name: 'immediate',
  summary: 'Immediate publications against a bare program on Temporal that does the same; their events and statements.',
  options: {
    immediates: {
      default: '500',
      description: 'how many are asked for at once; a fifth with webhooks, steadily, and by activities',
    },
  },
  prepare: async (workshop, { immediates }) => prepare(workshop, readCount('immediates', immediates, 2, 5000)),
};

/** The number of posts in each of the smaller arms. */
function fewOf(count: number): number {
  return Math.max(2, Math.ceil(count / 5));
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const receiver = await startReceiver(workshop);
  const common = { ...publisher, receiver };
  const lengths = await historyLengths(publisher.service, 'publishAssignment', 2);
  const source = await startSlowSource(workshop);
  const program = await startBareTemporal(workshop, publisher.service.temporal);
  const [own, bare] = [serviceSide(publisher), bareSide(program, publisher, receiver)];
  const webhooks = await webhooksOf(own, publisher, receiver);
  workshop.say(`  ${webhooks.count} webhooks of each, of up to ${webhooks.bodyBytes} bytes`);
  await measure(bare, common, { count: warmUps, pace: atOnce, webhooks });

  const pair = (name: string, asking: Omit<Asking, 'name'>): Arm[] => [
    { name: `temporal${name}`, run: async () => measure(bare, common, asking) },
    { name: `immediate${name}`, run: async () => measure(own, common, asking) },
  ];
  const few = fewOf(count);
  const byActivity = { count: few, pace: atOnce, mediaUrl: source.quickUrl };
  const byActivities = async () =>
    besideHeld(publisher, source, Math.max(...lengths), async () => measure(own, common, byActivity));
  return {
    arms: [
      ...pair('', { count, pace: atOnce }),
      ...pair(' notified', { count: few, pace: atOnce, webhooks }),
      ...pair(' steady', { count: few, pace: steady }),
      { name: 'temporal by activity', run: async () => measure(bare, common, byActivity) },
      { name: 'immediate by activity', run: byActivities },
      { name: 'statements', run: async () => countEach(workshop, publisher, Math.min(countedMax, count)) },
    ],
    judge: (rounds) => [...judge(rounds, count), ...judgeCounts(rounds, lengths)],
  };
}

/** The webhooks that the service sends about one post. @throws Error when not all posts cause as many */
async function webhooksOf({ publish }: Side, { webhookSecret: secret }: Publisher, receiver: Receiver) {
  const webhooks = { url: receiver.hooksUrl, secret, bodyBytes: 0, count: 0 };
  await receiver.begin(secret);
  await publish({ name: 'Notified', count: warmUps, pace: atOnce, webhooks });
  const { arrivals } = await receiver.report();
  const count = arrivals.length / warmUps;
  if (Number.isInteger(count) && count > 0)
    return { ...webhooks, count, bodyBytes: Math.max(...arrivals.map((arrival) => arrival.bodyBytes)) };
  throw new Error(`${warmUps} posts brought ${arrivals.length} webhooks`);
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const rate = against(rounds, '', 'publishedPerSecond', '/s');
  const notified = against(rounds, ' notified', 'publishedPerSecond', '/s');
  const byActivity = against(rounds, ' by activity', 'publishedPerSecond', '/s');
  const p50 = against(rounds, ' steady', 'p50Ms', 'ms');
  const what = {
    rate: `published, ${count} at once, against bare Temporal`,
    notified: `published with webhooks, ${fewOf(count)} at once, against bare Temporal`,
    byActivity: `published by regular activities, ${fewOf(count)} at once, against bare Temporal`,
    p50: `created to published, ${steadyPerSecond} a second, p50, against bare Temporal`,
  };
  const values = (name: string) => valuesOf(rounds, 'immediate', name);
  return [
    ratioAtLeast(ofBareTemporalMin, what.rate, rate.values, rate.about),
    ratioAtLeast(ofBareTemporalMin, what.notified, notified.values, notified.about),
    ratioAtLeast(byActivityMin, what.byActivity, byActivity.values, byActivity.about),
    ratioAtMost(p50OfBareTemporalMax, what.p50, p50.values, p50.about),
    shown('asked for meanwhile', values('askedPerSecond'), { unit: '/s' }),
    shown('created to published, p50', values('p50Ms'), { digits: 0, unit: 'ms' }),
    shown('created to published, p99', values('p99Ms'), { digits: 0, unit: 'ms' }),
    ...showCpu(rounds, '', 'CPU time of each'),
    ...showCpu(rounds, ' notified', 'CPU time of each with webhooks'),
    ...showCpu(rounds, ' by activity', 'CPU time of each by a regular activity'),
  ];
}

/** The counts, which no load changes. @param lengths of the histories of publications */
export function judgeCounts(rounds: readonly Round[], lengths: readonly number[]): Figure[] {
  const statements = (program: string) => valuesOf(rounds, 'statements', program);
  const all = statements('worker').map((value, index) => value + (statements('API')[index] ?? Number.NaN));
  const about = { digits: 0, unit: '' };
  return [
    atMost(historyEventsMax, 'history events of a publication', lengths, { ...about, isCount: true }),
    atMost(statementsMax, 'statements of a publication', all, { ...about, isCount: true }),
    shown('statements of a publication, worker', statements('worker'), about),
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

/** The measurements of the service and of the bare program on Temporal in the same rounds. */
function against(rounds: readonly Round[], arm: string, name: string, unit: string) {
  const values = valuesOf(rounds, `immediate${arm}`, name);
  const baseline = valuesOf(rounds, `temporal${arm}`, name);
  return { values, about: { unit, baseline, ratio: ratios(values, baseline) } };
}
