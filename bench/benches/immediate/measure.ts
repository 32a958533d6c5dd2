import type { Sample } from '../../Bench';
import { checkArrivals } from '../../baseline/webhooks/checkArrivals';
import type { Receiver } from '../../baseline/webhooks/startReceiver';
import { watchCpuByProgram } from '../../measure/cpuByProgram';
import { percentile } from '../../measure/statistics';
import type { Publisher } from '../../service/publisher';
import { countRuns, untilRunsEnd } from '../../service/untilRunsEnd';
import { checkOnce } from './once';
import type { Asking, Side, Times } from './sides';

/** Temporal, the platform and the receiver of webhooks, which both sides have in common. */
export type Common = Pick<Publisher, 'service' | 'sandbox'> & { readonly receiver: Receiver };

/**
 * Lets a side publish, and shows that each post was published once, and each of its webhooks arrived once.
 * @returns rate, times, and the CPU time that one post with its webhooks has cost each program
 */
export async function measure(
  { programs, workflows, publish }: Side,
  { service, sandbox, receiver }: Common,
  asking: Omit<Asking, 'name'>,
): Promise<Sample> {
  const { count, webhooks } = asking;
  const name = `Immediate, ${Date.now()}:`;
  if (webhooks) await receiver.begin(webhooks.secret);
  const before = await countRuns(service, workflows);
  const cpuSpent = watchCpuByProgram(programs);
  const published = await publish({ ...asking, name });
  // The last steps of a run come after its publication, and cost CPU time, too.
  await untilRunsEnd(service, workflows, before);
  const spent = [...cpuSpent()];
  const arrivedMs = webhooks ? await arrivalsIn(receiver, count * webhooks.count) : [];
  const cpu = spent.map(([program, ms]) => [cpuOf(program), tenths(ms / count)] as const);
  const all = spent.reduce((sum, [, ms]) => sum + ms, 0);
  checkOnce(await sandbox.videos(), name, count);
  return {
    ...sampleOf(published, arrivedMs),
    ...Object.fromEntries(cpu),
    [cpuOf('all')]: tenths(all / count),
  };
}

/** The name of the CPU time that one publication has cost a program, or all programs, in milliseconds. */
export function cpuOf(program: string): string {
  return `cpuMs ${program}`;
}

/**
 * The rate from the first request to the last publication, and how long each took, its wait included.
 * @param arrivedMs when webhooks arrived: the rate counts to the last of them, too
 */
export function sampleOf(published: readonly Times[], arrivedMs: readonly number[] = []): Sample {
  const firstMs = Math.min(...published.map(({ createdMs }) => createdMs));
  const lastMs = Math.max(...published.map(({ publishedMs }) => publishedMs), ...arrivedMs);
  const lastAskedMs = Math.max(...published.map(({ createdMs }) => createdMs));
  const durations = published.map(({ createdMs, publishedMs }) => publishedMs - createdMs);
  return {
    publishedPerSecond: tenths((published.length * 1000) / (lastMs - firstMs)),
    askedPerSecond: tenths((published.length * 1000) / (lastAskedMs - firstMs)),
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  };
}

/** When each webhook arrived. @throws Error unless so many arrived, once each */
async function arrivalsIn(receiver: Receiver, count: number): Promise<number[]> {
  const report = await receiver.report();
  checkArrivals(report, count);
  return report.arrivals.map(({ arrivedMs }) => arrivedMs);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
