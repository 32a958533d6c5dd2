import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { atLeast, atMost, shown, valuesOf } from '../figures';
import type { Pace } from '../inLanes';
import { ratios } from '../statistics';
import { startBare } from './webhooks/bare';
import type { Bare, Report } from './webhooks/bare';
import { openJobs } from './webhooks/jobs';
import type { Jobs } from './webhooks/jobs';
import { checkOnce, sampleOf } from './webhooks/sample';

const deliveredPerSecondMin = 35;
const historyEventsMax = 6;
/** Below what the service can deliver, so that nothing has to wait for its turn. */
const steadyPerSecond = 25;
/** As many requests to one host as the service allows itself at a time. */
const concurrency = 10;
const burst: Pace = { concurrency };
const steady: Pace = { concurrency, perSecond: steadyPerSecond };
/** A worker that has only just started has not yet loaded all that any delivery needs. */
const warmUps = 50;

/** Webhooks from the moment they are due to their arrival, signatures checked, against the plainest sender there is. */
export const webhooks: Bench = {
  name: 'webhooks',
  summary: 'Webhooks from due to arrived, signatures checked, against a bare loop that signs and posts.',
  options: { deliveries: { default: '200', description: 'how many are due at once, and then one after the other' } },
  prepare: async (workshop, { deliveries = '' }) => {
    if (!/^[1-9]\d{1,3}$/.test(deliveries)) throw new Error('--deliveries must be a number from 10 to 9999');
    return prepare(workshop, Number(deliveries));
  },
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const bare = await startBare(workshop);
  const jobs = await openJobs(await workshop.startService(bare.url), bare.hooksUrl);
  const { arrivals } = await run(bare, jobs, async () => serve(bare, jobs, warmUps, burst));
  const bodyBytes = Math.max(...arrivals.map((arrival) => arrival.bodyBytes));
  workshop.say(`  ${arrivals.length} webhooks of ${bodyBytes} bytes arrived, once each, signed by both schemes`);
  const historyLengths = await jobs.historyLengths(warmUps);

  const posting = { secret: jobs.webhookSecret, count, bodyBytes };
  const arm = (name: string, send: Send): Arm => ({ name, run: async () => sampleOf(await run(bare, jobs, send)) });
  const pair = (name: string, pace: Pace): Arm[] => [
    arm(`bare ${name}`, async () => bare.postAll({ ...posting, ...pace })),
    arm(name, async () => serve(bare, jobs, count, pace)),
  ];
  return {
    arms: [...pair('burst', burst), ...pair('steady', steady)],
    judge: (rounds) => [...judge(rounds, count), judgeHistory(historyLengths)],
  };
}

/** Sends webhooks. @returns the ids by which their bodies can be known */
type Send = () => Promise<readonly string[]>;

/** Lets webhooks be sent, and shows that each of them arrived once, with good signatures. */
async function run(bare: Bare, { webhookSecret }: Jobs, send: Send): Promise<Report> {
  await bare.begin(webhookSecret);
  const ids = await send();
  const report = await bare.report();
  checkOnce(report, ids);
  return report;
}

/** Makes webhooks of the service due, and waits until it has done with them. */
async function serve(bare: Bare, jobs: Jobs, count: number, pace: Pace): Promise<readonly string[]> {
  const ids = await jobs.ask(count, pace);
  await bare.untilArrived(count);
  await jobs.untilWrittenDown();
  return ids;
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const latency = (arm: string, name: string, what: string): Figure =>
    shown(`due to arrived, ${what}`, valuesOf(rounds, arm, name), {
      digits: 0,
      unit: 'ms',
      baseline: valuesOf(rounds, `bare ${arm}`, name),
    });
  const delivered = valuesOf(rounds, 'burst', 'deliveredPerSecond');
  const baseline = valuesOf(rounds, 'bare burst', 'deliveredPerSecond');
  const about = { unit: '/s', baseline, ratio: ratios(delivered, baseline) };
  return [
    atLeast(deliveredPerSecondMin, `delivered, ${count} due at once`, delivered, about),
    shown('made due meanwhile', valuesOf(rounds, 'burst', 'duePerSecond'), { unit: '/s' }),
    latency('burst', 'p50Ms', `${count} at once, p50`),
    latency('burst', 'p99Ms', `${count} at once, p99`),
    latency('steady', 'p50Ms', `${steadyPerSecond} a second, p50`),
    latency('steady', 'p99Ms', `${steadyPerSecond} a second, p99`),
    judgeArrivals(rounds, count),
  ];
}

/** A run in which one was missing, came twice or had a bad signature has ended the bench before. */
function judgeArrivals(rounds: readonly Round[], count: number): Figure {
  const arrived = rounds.flatMap(({ samples }) => ['burst', 'steady'].map((arm) => samples[arm]?.arrivedCount ?? 0));
  const sum = arrived.reduce((total, value) => total + value, 0);
  const wanted = arrived.length * count;
  const measured = `${sum} of ${wanted}`;
  return { what: 'arrived once, both signatures good', measured, budget: 'all', isMet: sum === wanted };
}

/** The history of a delivery that arrives at its first attempt. */
export function judgeHistory(lengths: readonly number[]): Figure {
  return atMost(historyEventsMax, 'history events of a delivery', lengths, { digits: 0, unit: '', isCount: true });
}
