import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { startReceiver } from '../baseline/webhooks/startReceiver';
import { collectGarbage } from '../measure/collectGarbage';
import { ratioAtMost, shown, valuesOf } from '../measure/figures';
import { readMemory } from '../measure/memory';
import { readCount } from '../measure/readCount';
import { ratios } from '../measure/statistics';
import { openPublisher } from '../service/publisher';
import type { Publisher } from '../service/publisher';
import { requestJson } from '../tools/requestJson';

/** Memory at the end, against memory after a sixth of the time. */
const memoryMax = 1.1;
const mebibyte = 1024 ** 2;
const concurrency = 20;
/** A process gives memory back for so long after a collection of garbage. */
const settleMsMax = 20_000;

const Total = z.object({ total: z.int() });

/** The memory of API and worker while posts with webhooks are published at a steady pace. */
export const soak: Bench = {
  name: 'soak',
  summary:
    'Memory of worker and API after a sixth of the time and at its end, at a steady pace of posts with webhooks.',
  isLong: true,
  hoursMax: 26,
  options: {
    minutes: { default: '60', description: 'the time from the first post to the last measurement' },
    pace: { default: '2', description: 'how many posts are asked for each second, with 4 webhooks each' },
  },
  prepare: async (workshop, { minutes, pace }) =>
    prepare(workshop, readCount('minutes', minutes, 1, 1440), readCount('pace', pace, 1, 50)),
};

async function prepare(workshop: Workshop, minutes: number, pace: number): Promise<Preparation> {
  const publisher = await openPublisher(workshop);
  const receiver = await startReceiver(workshop);
  await receiver.begin(publisher.webhookSecret);
  const load = openLoad(publisher, { minutes, pace, callbackUrl: receiver.hooksUrl });
  const settleMs = Math.min(settleMsMax, minutes * 1000);
  const measure = async (minute: number): Promise<Sample> => {
    await load.untilMinute(minute);
    const memory = await readBoth(publisher, settleMs);
    const progress = await load.progress();
    const { arrivals, refusedCount } = await receiver.report();
    const deliveries = new Set(arrivals.map(({ id }) => id)).size;
    if (refusedCount > 0 || deliveries < arrivals.length)
      throw new Error(`${arrivals.length} webhooks were ${deliveries} deliveries; ${refusedCount} had bad signatures`);
    return { ...memory, ...progress, webhooks: deliveries };
  };
  const arm = (name: string, minute: number): Arm => ({ name, run: async () => measure(minute) });
  return { arms: [arm('early', minutes / 6), arm('late', minutes)], order: 'armByArm', judge };
}

/** Posts that are asked for one after the other, from the first measurement on. */
function openLoad({ service, channel, ask }: Publisher, about: { minutes: number; pace: number; callbackUrl: string }) {
  const { minutes, pace, callbackUrl } = about;
  let beganMs: number | undefined;
  let failure: unknown;
  const begin = (): number => {
    // The load goes on while the last measurements are made.
    const count = Math.ceil((minutes * 1.2 + 1) * 60 * pace);
    ask('Soak', count, { concurrency, perSecond: pace, callbackUrl }).catch((error: unknown) => (failure = error));
    return performance.now();
  };
  const totalOf = async (status: string): Promise<number> => {
    const url = `${service.apiUrl}/api/v1/assignments?status=${status}&limit=1`;
    return (await requestJson(Total, url, channel)).total;
  };
  return {
    untilMinute: async (minute: number): Promise<void> => {
      beganMs ??= begin();
      await sleep(Math.max(0, beganMs + minute * 60_000 - performance.now()));
      if (failure instanceof Error) throw failure;
    },
    /** @throws Error when a post has failed */
    progress: async (): Promise<{ published: number; underWay: number }> => {
      if ((await totalOf('failed')) > 0) throw new Error('a post has failed');
      const all = (await requestJson(Total, `${service.apiUrl}/api/v1/assignments?limit=1`, channel)).total;
      const published = await totalOf('published');
      return { published, underWay: all - published };
    },
  };
}

/** The memory of both processes after their garbage is collected: the lowest for some time. */
async function readBoth({ service }: Publisher, settleMs: number): Promise<Sample> {
  const processes = { worker: service.workerPid, API: service.apiPid };
  const sample: Record<string, number> = {};
  for (const [name, pid] of Object.entries(processes))
    sample[`${name} heapMiB`] = Number(((await collectGarbage(pid)) / mebibyte).toFixed(1));
  const endMs = performance.now() + settleMs;
  while (performance.now() < endMs) {
    for (const [name, pid] of Object.entries(processes)) {
      const residentMiB = Number((readMemory(pid).residentBytes / mebibyte).toFixed(1));
      sample[`${name} residentMiB`] = Math.min(residentMiB, sample[`${name} residentMiB`] ?? Infinity);
    }
    await sleep(settleMs / 20);
  }
  return sample;
}

/** The figures of these rounds. */
export function judge(rounds: readonly Round[]): Figure[] {
  const late = (name: string) => valuesOf(rounds, 'late', name);
  const about = (name: string) => {
    const baseline = valuesOf(rounds, 'early', name);
    return { unit: 'MiB', baseline, ratio: ratios(late(name), baseline) };
  };
  const inUse = ['worker', 'API'].map((name) =>
    shown(`${name}, heap of its main thread`, late(`${name} heapMiB`), about(`${name} heapMiB`)),
  );
  const resident = ['worker', 'API'].map((name) =>
    ratioAtMost(memoryMax, `${name}, resident memory`, late(`${name} residentMiB`), about(`${name} residentMiB`)),
  );
  const counts = { published: 'published', webhooks: 'webhooks', underWay: 'not yet published' };
  return [
    ...resident,
    ...inUse,
    ...Object.entries(counts).map(([name, what]) => shown(what, late(name), { digits: 0, unit: '' })),
  ];
}
