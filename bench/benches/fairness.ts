import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { ratioAtMost, shown, valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { startSandbox } from '../service/startSandbox';
import { startTunedService } from '../service/startTuned';
import { percentile, ratios } from '../measure/statistics';
import { startReceiver } from '../baseline/webhooks/startReceiver';
import type { Receiver } from '../baseline/webhooks/startReceiver';
import { startSlowSource } from '../baseline/fairness/startSlowSource';
import { openTenant } from './fairness/tenant';
import type { Tenant } from './fairness/tenant';

/** A small workspace may wait so many times as long beside a large one as alone. */
const ratioMax = 2;
const smallCount = 5;
/** The small workspace asks so many times in turn, because five posts alone say little of the slowest. */
const smallTimes = 4;
/** Each publication has four transitions. */
const webhooksOfEach = 4;

/** The waits of a workspace with few assignments while another workspace has thousands. */
export const fairness: Bench = {
  name: 'fairness',
  summary: 'Five publications of one workspace while another one has thousands, against an empty system.',
  options: { backlog: { default: '5000', description: 'how many immediate publications the other one has' } },
  prepare: async (workshop, { backlog }) => prepare(workshop, readCount('backlog', backlog, 20, 20_000)),
};

interface Scene {
  readonly small: Tenant;
  /** The receiver of the small workspace's webhooks; the large workspace's webhooks have a host of their own. */
  readonly receiver: Receiver;
  readonly mediaUrl: string;
}

async function prepare(workshop: Workshop, backlog: number): Promise<Preparation> {
  const [sandbox, slow] = [await startSandbox(workshop), await startSlowSource(workshop)];
  const [receiver, ofLarge] = [await startReceiver(workshop), await startReceiver(workshop)];
  const service = await startTunedService(workshop, sandbox.url);
  const [small, large] = [await openTenant(service, sandbox), await openTenant(service, sandbox)];
  const scene = { small, receiver, mediaUrl: sandbox.mediaUrl };
  // A worker that has only just started has not yet loaded all that any publication needs.
  await measureSmall(scene);
  await measureSmall(scene);

  const beside = (name: string, { hold, release, scheduledAt, ...media }: Bulk): Arm => ({
    name,
    run: async () => {
      await hold?.();
      await ofLarge.begin(large.webhookSecret);
      await large.ask(backlog, { mediaUrl: sandbox.mediaUrl, callbackUrl: ofLarge.hooksUrl, ...media }, scheduledAt);
      const sample = await measureSmall(scene);
      await release?.();
      await large.withdraw();
      return sample;
    },
  });
  return {
    arms: [
      { name: 'alone', run: async () => measureSmall(scene) },
      beside('beside bulk', {}),
      beside('beside bulk of this moment', { scheduledAt: () => new Date().toISOString() }),
      beside('beside slow sources', { mediaUrl: slow.mediaUrl, hold: slow.hold, release: slow.release }),
      beside('beside a host that hangs', {
        hold: receiver.hold,
        release: receiver.release,
        callbackUrl: receiver.hangingUrl,
      }),
    ],
    judge: (rounds) => judge(rounds, backlog),
  };
}

/** The requests of the large workspace, where they differ from the requests of the small workspace. */
interface Bulk {
  mediaUrl?: string;
  callbackUrl?: string;
  scheduledAt?: () => string;
  /** Before the bulk is asked for: keeps it from going on. */
  hold?: () => Promise<void>;
  /** After the measurement. */
  release?: () => Promise<void>;
}

/** Publishes the few, several times, and shows that each of their webhooks has come. */
async function measureSmall({ small, receiver, mediaUrl }: Scene): Promise<Sample> {
  await receiver.begin(small.webhookSecret);
  const durations: number[] = [];
  for (let time = 1; time <= smallTimes; time += 1) {
    const ids = await small.ask(smallCount, { mediaUrl, callbackUrl: receiver.hooksUrl });
    await small.untilPublished();
    await receiver.untilArrived(time * smallCount * webhooksOfEach);
    durations.push(...(await small.durationsOf(ids)));
  }
  const latencies = (await receiver.report()).arrivals.map(({ dueMs, arrivedMs }) => arrivedMs - dueMs);
  return { p95Ms: percentile(durations, 0.95), webhookP95Ms: percentile(latencies, 0.95) };
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judge(rounds: readonly Round[], backlog: number): Figure[] {
  const compared = (arm: string, name: string, what: string): Figure => {
    const [values, baseline] = [valuesOf(rounds, arm, name), valuesOf(rounds, 'alone', name)];
    return ratioAtMost(ratioMax, what, values, { digits: 0, unit: 'ms', baseline, ratio: ratios(values, baseline) });
  };
  return [
    compared('beside bulk', 'p95Ms', `published beside ${backlog}, p95`),
    compared('beside bulk', 'webhookP95Ms', `notified beside ${backlog}, p95`),
    compared(
      'beside bulk of this moment',
      'p95Ms',
      `published beside ${backlog} with a scheduledAt of that moment, p95`,
    ),
    compared(
      'beside a host that hangs',
      'webhookP95Ms',
      `notified beside ${backlog} at the same host, which hangs, p95`,
    ),
    compared('beside slow sources', 'p95Ms', `published beside ${backlog} slow sources, p95`),
    compared('beside slow sources', 'webhookP95Ms', `notified beside ${backlog} slow sources, p95`),
    shown('alone, p95', valuesOf(rounds, 'alone', 'p95Ms'), { digits: 0, unit: 'ms' }),
  ];
}
