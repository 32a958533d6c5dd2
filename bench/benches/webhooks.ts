import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { bareWorkflows, startBareTemporal } from '../baseline/temporal/startBareTemporal';
import type { BareTemporal } from '../baseline/temporal/startBareTemporal';
import { checkArrivals } from '../baseline/webhooks/checkArrivals';
import { startReceiver } from '../baseline/webhooks/startReceiver';
import type { Receiver } from '../baseline/webhooks/startReceiver';
import { atMost, ratioAtLeast, shown, valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { startTunedService } from '../service/startTuned';
import type { TunedService } from '../service/startTuned';
import { untilRunsEnd } from '../service/untilRunsEnd';
import type { Pace } from '../tools/inLanes';
import { openAssignments } from './webhooks/assignments';
import type { Assignments } from './webhooks/assignments';
import { sampleOf } from './webhooks/sample';

const ofBareTemporalMin = 0.6;
const historyEventsMax = 6;
/** A rate below the service's limit, so that no webhook has to wait for its turn. */
const steadyPerSecond = 25;
const concurrency = 10;
const burst: Pace = { concurrency };
const steady: Pace = { concurrency, perSecond: steadyPerSecond };
/** A worker that has only just started has not yet loaded all that any delivery needs. */
const warmUps = 50;

/** Webhooks from the moment they are due to their arrival, signatures checked, against a bare program on Temporal. */
export const webhooks: Bench = {
  name: 'webhooks',
  summary: 'Webhooks from due to arrived, signatures checked, against a bare program on Temporal that delivers.',
  options: { deliveries: { default: '200', description: 'how many are due at once, and then one after the other' } },
  prepare: async (workshop, { deliveries }) => prepare(workshop, readCount('deliveries', deliveries, 10, 9999)),
};

/** The context in which the arms work. */
interface Setting {
  readonly receiver: Receiver;
  readonly service: TunedService;
  readonly assignments: Assignments;
  readonly bare: BareTemporal;
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const receiver = await startReceiver(workshop);
  const service = await startTunedService(workshop, receiver.url);
  const assignments = await openAssignments(service, receiver.hooksUrl);
  const bare = await startBareTemporal(workshop, service.temporal);
  const setting: Setting = { receiver, service, assignments, bare };
  const { bodyBytes } = await deliver(setting, warmUps, burst);
  const historyLengths = await assignments.historyLengths(warmUps);
  await deliverBare(setting, bodyBytes, warmUps, burst);
  workshop.say(`  ${warmUps} webhooks of ${bodyBytes} bytes arrived, once each, signed by both schemes`);

  const pair = (name: string, pace: Pace): Arm[] => [
    { name: `temporal ${name}`, run: async () => deliverBare(setting, bodyBytes, count, pace) },
    { name, run: async () => (await deliver(setting, count, pace)).sample },
  ];
  return {
    arms: [...pair('burst', burst), ...pair('steady', steady)],
    judge: (rounds) => [...judge(rounds, count), judgeHistory(historyLengths)],
  };
}

/** Makes webhooks of the service due. Resolves when it has done with them, and each has arrived once. */
async function deliver({ receiver, assignments }: Setting, count: number, pace: Pace) {
  await receiver.begin(assignments.webhookSecret);
  const ids = await assignments.ask(count, pace);
  await receiver.untilArrived(count);
  await assignments.untilWrittenDown();
  const report = await receiver.report();
  checkArrivals(report, count, ids);
  const bodyBytes = Math.max(...report.arrivals.map((arrival) => arrival.bodyBytes));
  return { sample: sampleOf(report), bodyBytes };
}

/** The bare program delivers as many of the same size. */
async function deliverBare(
  { receiver, service, assignments, bare }: Setting,
  bodyBytes: number,
  count: number,
  pace: Pace,
): Promise<Sample> {
  const webhook = { url: receiver.hooksUrl, secret: assignments.webhookSecret, bodyBytes };
  await receiver.begin(assignments.webhookSecret);
  await bare.begin({ count, ...pace, webhook });
  await receiver.untilArrived(count);
  await untilRunsEnd(service, bareWorkflows);
  const report = await receiver.report();
  checkArrivals(report, count);
  return sampleOf(report);
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], count: number): Figure[] {
  const latency = (arm: string, name: string, what: string): Figure =>
    shown(`due to arrived, ${what}`, valuesOf(rounds, arm, name), {
      digits: 0,
      unit: 'ms',
      baseline: valuesOf(rounds, `temporal ${arm}`, name),
    });
  const delivered = valuesOf(rounds, 'burst', 'deliveredPerSecond');
  const baseline = valuesOf(rounds, 'temporal burst', 'deliveredPerSecond');
  const about = { unit: '/s', baseline, ratio: ratios(delivered, baseline) };
  return [
    ratioAtLeast(ofBareTemporalMin, `delivered, ${count} due at once, against bare Temporal`, delivered, about),
    shown('made due meanwhile', valuesOf(rounds, 'burst', 'duePerSecond'), { unit: '/s' }),
    latency('burst', 'p50Ms', `${count} at once, p50`),
    latency('burst', 'p99Ms', `${count} at once, p99`),
    latency('steady', 'p50Ms', `${steadyPerSecond} a second, p50`),
    latency('steady', 'p99Ms', `${steadyPerSecond} a second, p99`),
  ];
}

/** The history of a delivery that arrives at its first attempt. */
export function judgeHistory(lengths: readonly number[]): Figure {
  return atMost(historyEventsMax, 'history events of a delivery', lengths, { digits: 0, unit: '', isCount: true });
}
